# Veglia: two commands to know, `make run` and `make test`. The rest is for those who work on it.
.PHONY: run play web test build bench balance screens lint soak soak-server bench-server clean

# Builds everything, then opens tables in the browser: the address is on the screen. Where the browser table
# cannot be built, it says why and leads you to a game in the terminal.
run: build
	@$(MAKE) --no-print-directory web || echo "The browser table could not be built; here is a game in the terminal."
	@if test -f web/dist/index.html; then build/veglia serve; else build/veglia play; fi

# A game in this terminal, without a browser.
play: build
	@build/veglia play

# The browser table: web/README.md.
web: .stamp-web
	@tools/build_web

build: .stamp-build
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet

test: .stamp-test
	@tools/test

# A million positions of each game, laws checked on every one.
soak: build
	@build/tests/laws --positions 1000000 --seed 3

# A thousand times kill -9 under load; about eight minutes.
soak-server: build
	@python3 tests/server/crash.py build/veglia --kills 1000

# How fast the rules are, and against a bare loop: docs/cli.md.
bench: .stamp-bench build
	@build/veglia bench --seconds 5
	@tools/build_web --engine
	@tools/with_node node tests/browser/walk.mjs web/generated/veglia.wasm build/walk 5000 --speed

# The server under load, beside a bare echo server: docs/hosting.md.
bench-server: .stamp-bench build
	@bench/server/run build 10

# The pages of docs/balance again: docs/lab.md.
balance: build
	@tools/balance

# The pictures of docs/screens again.
screens: .stamp-test build web
	@tools/with_node node tests/browser/screens.mjs build/veglia $(SCREENS)

lint: .stamp-lint
	@tools/lint

.stamp-%: tools/setup
	@tools/setup $*
	@touch $@

clean:
	rm -rf build build-* .stamp-*
