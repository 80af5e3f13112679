# Veglia: two commands to know, `make run` and `make test`. The rest is for those who work on it.
.PHONY: run test build bench lint soak clean

# Builds, then leads you to a game.
run: build
	@build/veglia play

build: .stamp-build
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build --quiet

.stamp-%: tools/setup
	@tools/setup $*
	@touch $@

clean:
	rm -rf build build-* .stamp-*
