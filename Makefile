# Veglia: two commands to know, `make run` and `make test`; `make help` lists the rest.
.PHONY: help run play web build build-tests configure-tests quick test test-clean test-deb test-release install dist deb bench bench-server bench-flood bench-cluster balance train screens sheets lint soak soak-shards soak-lab soak-python soak-server soak-cluster soak-fuzz soak-review soak-ear clean
.DEFAULT_GOAL := run
.NOTPARALLEL:

run: .stamp-web build ## install what is missing, build, open the tables: visit the address it prints (LISTEN=ADDRESS:PORT)
	@tools/build_web || echo "The browser table could not be built; here is a game in the terminal."
	@if test -f web/dist/index.html; then exec build/veglia serve $(if $(LISTEN),--listen $(LISTEN)); else exec build/veglia play; fi

test: .stamp-test ## install what is missing, build every way, run every test
	@tools/test

quick: .stamp-quick configure-tests ## build what changed, run scenarios, short laws and unit tests: while working
	@tools/progress "Building what they need" ninja -C build veglia tests/laws tests/scenarios tests/unit
	@tools/progress "Scenarios, short laws, unit tests" meson test -C build --no-rebuild --suite loop --timeout-multiplier 5 --print-errorlogs

play: build ## a game in this terminal, without a browser
	@build/veglia play

web: .stamp-web ## build the browser table (web/README.md)
	@tools/build_web

build: .stamp-build ## build the program: build/veglia
	@test -f build/build.ninja || meson setup build -Dtests=false $(if $(PREFIX),--prefix $(PREFIX)) >/dev/null
	@tools/progress "Building Veglia" ninja -C build

# The folder `build` as `make run` configures it has no tests.
configure-tests:
	@test -f build/build.ninja || meson setup build >/dev/null
	@grep -q '^build tests/unit:' build/build.ninja || meson configure build -Dtests=true

build-tests: .stamp-quick configure-tests
	@tools/progress "Building Veglia and its tests" ninja -C build

install: build web ## install for everybody on this machine (PREFIX=/usr/local, DESTDIR=)
	@meson install -C build --no-rebuild $(if $(DESTDIR),--destdir $(DESTDIR))

test-clean: ## both commands on clean Debian 12 and 13 roots, as root and as a user: what a newcomer meets (as root)
	@tools/test_clean $(RELEASE)

dist: .stamp-web web ## the source of a release, the page in it: build-dist/veglia-VERSION.tar.xz
	@tools/dist

deb: .stamp-deb web ## Debian packages: build-deb/*.deb
	@tools/deb

test-release: .stamp-deb web ## the release builds without the network, twice to the same bytes, in two folders (as root)
	@tools/test_release

test-deb: deb ## the packages installed, played, served, removed and purged in a clean root (as root)
	@tools/test_deb

soak: build-tests ## a million positions of each game, laws on every one; 100,000 guessed worlds a number of seats
	@build/tests/laws --positions 1000000 --seed 3
	@build/tests/possible --worlds 100000 --seed 3

soak-server: build-tests ## a thousand times kill -9 under load; about eight minutes
	@python3 tests/server/crash.py build/veglia --kills 1000

soak-cluster: .stamp-test build-tests ## 300 faults over three servers on one PostgreSQL and its standby; half an hour
	@python3 tests/server/history.py build/veglia --faults 300 --tables 6 --standby

soak-ear: .stamp-test build web ## a whole game of each kind in the page by what is said and typed words alone; ten minutes
	@tools/with_node node tests/browser/run.mjs build/veglia 'by ear'

soak-review: build-tests ## what reviews must hold, over many games of every game; an hour or more (docs/review.md)
	@for g in quest fate mind fata winter; do \
		build/tests/review_check identity $$g 1000 && build/tests/review_check blind $$g 20 && \
		build/tests/review_check planted $$g 200 && build/tests/review_check losses $$g 20 master 1000 || exit 1; done; \
	build/tests/review_check arena quest 200 greedy,easy 2

soak-fuzz: .stamp-quick ## a million commands at tables, anything at all, under the sanitizers
	@tools/progress "Building under the sanitizers" tools/build_debug tests/server/server_fuzz
	@build-debug/tests/server/server_fuzz 1000000 $(or $(SEED),1)

soak-python: build-tests ## 200 games of every game and number of seats through python/veglia, looked at closely
	@for p in python3 /usr/bin/python3; do ! $$p -c "import numpy" 2>/dev/null || break; done; \
		PYTHONPATH=python VEGLIA_LIBRARY=build/libveglia.so.1 $$p tests/python/conformance.py 200 10

soak-shards: build-tests ## an array job of a real Slurm on this machine, killed in the middle (as root; slurm-wlm)
	@tests/shards/slurm build/veglia

soak-lab: build-tests ## a bot against itself in 500 arenas of every game and table, and how often intervals hold; up to an hour
	@build/tests/lab_cover 1500 300
	@build/tests/lab_cover 60 240 short greedy
	@build/tests/lab_null 500 24

bench: .stamp-bench build ## how fast rules and bots are, beside a bare loop and earlier runs (docs/cli.md)
	@tools/build_web --engine
	@tools/with_node node tests/browser/walk.mjs web/generated/veglia.wasm build/walk 5000 --speed
	@build/veglia bench --seconds 5 --against build/bench.jsonl

bench-server: .stamp-bench build ## the server under load, beside a bare echo server (docs/hosting.md)
	@bench/server/run build 10

bench-cluster: .stamp-test build ## one server on SQLite, one and two on PostgreSQL, in one run (docs/scale.md)
	@ninja -C build --quiet bench/server/server_load
	@bench/server/cluster build 10

bench-flood: build ## three floods at once beside honest tables: what these notice, how much memory it takes
	@ninja -C build --quiet bench/server/server_load bench/server/server_flood
	@python3 tests/server/flood.py build/veglia build/bench/server/server_flood build/bench/server/server_load 15

train: build ## teaches the nets again: nets/*.net (docs/bots.md); a few minutes each
	@tools/train

balance: build ## the pages of docs/balance again (docs/lab.md)
	@tools/balance

screens: .stamp-test build web ## the pictures of docs/screens again; MATRIX="quest winter" or all: every table at every size into build-web/matrix
	@$(if $(MATRIX),tools/with_node node tests/browser/matrix.mjs build/veglia build-web/matrix $(filter-out all,$(MATRIX)),tools/with_node node tests/browser/screens.mjs build/veglia $(SCREENS))

sheets: .stamp-test web ## the pictures of all cards on sheets, to look at (docs/pictures.md; PICTURES=NAME... for some)
	@tools/with_node node web/scripts/sheets.mjs $(PICTURES)

lint: .stamp-lint ## format and static analysis
	@tools/lint

clean: ## remove everything that was built or fetched
	rm -rf build build-* .stamp-* web/generated web/node_modules web/.node $(if $(wildcard web/release),,web/dist)

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

.stamp-%: tools/setup
	@tools/setup $*
	@touch $@
