# Everything a player or developer runs. Each target sets up what it needs first,
# so on a fresh clone `make play` or `make test` is the only command to know.

PYTHON  ?= python3
GAMES   ?= 2000
ARGS    ?=
SHUFFLE ?=

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.ready
SITE_STAMP := $(VENV)/.site-ready
COMPILED_TESTS := tests/test_scenarios.py tests/cards tests/check tests/engine tests/lab tests/players \
	tests/properties tests/replay tests/view tests/packaging/test_compiled.py tests/reliability
# Who has done their own tests takes some of the other's. Those with a browser are a run of their own:
# it keeps a loop going in its process, in which tests of the server cannot start theirs.
AT_ONCE := -n 2 --dist worksteal
ORDER := $(if $(SHUFFLE),--random-order-bucket=global --random-order-seed=$(SHUFFLE))

.DEFAULT_GOAL := help
.PHONY: help setup fast web play terminal test test-fast test-lab wheels image-steps behind-proxy lint format coverage bench fuzz questions puzzles nuisance mutants reliability layout pictures film protocol language

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "  Options: ARGS=\"…\" for play, terminal, bench, fuzz, puzzles, nuisance, mutants, reliability and layout; GAMES=N for fuzz,"
	@echo "           puzzles and nuisance; PYTHON=… for setup; SHUFFLE=SEED for test in a random order."

setup: $(STAMP) ## make .venv with everything in it

fast: setup ## compile the engine, as far as it changed: play, bots and server then use that
	@SMASHUP_ENGINE=pure $(BIN)/python scripts/fast.py

web: ## build the table in the browser, where its sources changed
	@$(check_python)
	@PYTHON=$(PYTHON) scripts/web.sh build

play: setup web ## start the game and open the table in the browser
	@$(BIN)/smashup serve --open $(ARGS)

terminal: setup ## play in the terminal
	@$(BIN)/smashup play $(ARGS)

test: lint web ## run every check: lint, types, coverage table, tests of engine, server and browser
	scripts/system_packages.sh
	$(BIN)/python scripts/coverage.py --check
	$(BIN)/python scripts/protocol.py --check
	$(BIN)/python scripts/card_language.py --check
	scripts/web.sh test
	SMASHUP_ENGINE=pure $(BIN)/python -m pytest $(AT_ONCE) $(ORDER) --ignore=tests/web
	SMASHUP_ENGINE=pure $(BIN)/python -m pytest $(AT_ONCE) $(ORDER) tests/web

test-fast: fast ## run the tests of the rules, the games and the leaks with the compiled engine
	SMASHUP_ENGINE=compiled $(BIN)/python -m pytest $(AT_ONCE) $(ORDER) $(COMPILED_TESTS)

lint: setup ## check style, formatting and types, and that no verb is called and dropped
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/dropped.py

format: setup ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: setup ## write docs/coverage.md
	$(BIN)/python scripts/coverage.py

.PHONY: docs dist
docs: $(SITE_STAMP) ## make the site of the documents and the library, in build/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env docs build/site
	@echo "The site is in build/site: open build/site/index.html"

dist: web ## make the wheel and the source package, in dist
	scripts/dist.sh $(PYTHON)

wheels: web ## make the compiled wheel in a clean environment, try it in an empty one; in dist
	scripts/wheels.sh $(PYTHON)

image-steps: setup ## run the steps of deploy/Dockerfile without Docker, in empty environments; in build/image
	rm -rf build/image
	$(BIN)/python scripts/image_steps.py build/image

behind-proxy: web fast ## try a server behind Caddy, as in docs/hosting.md and deploy/, on networks of its own (needs root)
	scripts/system_packages.sh caddy
	$(BIN)/python -m proofs proxy

bench: setup ## measure the engine's speed
	@$(BIN)/smashup bench $(ARGS)

fuzz: setup ## play GAMES random games and check every invariant
	$(BIN)/python scripts/fuzz.py --games $(GAMES) $(ARGS)

questions: setup ## collect all that players are asked in 2,000 random games, and check how it is said
	$(BIN)/python scripts/questions.py $(ARGS)

test-lab: ## run the tests with OpenSpiel, PyTorch and Ray, in an environment of their own (takes long)
	scripts/test_lab.sh $(ARGS)

puzzles: GAMES = 20
puzzles: setup ## look through GAMES games of bots for more puzzles; ARGS="--seed 5000" for others
	$(BIN)/python scripts/puzzles.py --games $(GAMES) $(ARGS)

nuisance: GAMES = 200
nuisance: setup ## count the needless questions of GAMES random games
	$(BIN)/python scripts/nuisance.py --games $(GAMES) $(ARGS)

mutants: setup ## change engine and cards a little, many times, and print what no test notices
	$(BIN)/python scripts/mutants.py $(ARGS)

reliability: web fast ## prove that the server loses nothing, at full length (takes long)
	scripts/system_packages.sh
	$(BIN)/python -m proofs $(ARGS)

layout: setup web ## fill the table with every card on every screen, and find what is cut or covered (takes long)
	scripts/system_packages.sh
	SMASHUP_LAYOUT=all $(BIN)/python -m pytest -n 2 tests/web/test_layout.py $(ARGS)

pictures: setup web ## take the pictures of the README and the docs anew
	scripts/system_packages.sh
	$(BIN)/python scripts/screenshots.py

film: setup web ## take the film of the README anew
	scripts/system_packages.sh
	$(BIN)/python scripts/film.py

protocol: setup ## write what is made of src/smashup/protocol: types, schema, tables
	$(BIN)/python scripts/protocol.py

language: setup ## write the lists of docs/card-language.md: all that cards can ask and do
	$(BIN)/python scripts/card_language.py

# The stamp is touched last, so a set-up that broke off halfway is done again,
# and one that is up to date costs nothing.
$(STAMP): pyproject.toml
	@$(check_python)
	@echo "Setting up $(VENV) (once; again only when pyproject.toml changes)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(SITE_STAMP): $(STAMP)
	@echo "Fetching what the site is made with (once; again only when pyproject.toml changes)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# Says what is wrong before venv and pip fail in ways that are hard to read.
define check_python
command -v $(PYTHON) >/dev/null || { \
	echo "$(PYTHON) is not on the PATH. Install Python 3.11 or newer, or name one: make setup PYTHON=…" >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Smash Up needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name a newer one: make setup PYTHON=python3.12" >&2; exit 1; }; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	echo "$(PYTHON) cannot make virtual environments: ensurepip is missing. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
endef
