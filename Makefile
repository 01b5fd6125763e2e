# Two commands: `make pdf` prints every game, `make test` proves the project. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# make pdf GAMES="letal" LANGS="pt en" PAPER=letter FLIP=short BLEED=3mm BACKS=fold PRINTER=hp INK=low OUT=build
GAMES  ?=
LANGS  ?=
PAPER  ?= a4
FLIP   ?= long
BLEED  ?=
BACKS  ?= duplex
MARKS  ?= crop
PRINTER ?=
INK    ?= full
OUT    ?= build

langs   = $(foreach lang,$(LANGS),--lang $(lang))
sheets  = --paper $(PAPER) --flip $(FLIP) --backs $(BACKS) --marks $(MARKS) --ink $(INK) $(if $(BLEED),--bleed $(BLEED)) $(if $(PRINTER),--printer $(PRINTER))

.PHONY: help pdf watch proof check changes ink export tuckbox lists gallery test lint types tests bench lock clean
.DELETE_ON_ERROR:

help: ## what there is to make
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 16
	@echo '  narrowed by GAMES="letal" LANGS="pt en" PAPER=a4|letter|… FLIP=long|short BLEED=3mm'
	@echo '    BACKS=duplex|fold|separate|none MARKS=crop|lines|none|cutter PRINTER=hp INK=full|low|grey'
	@echo '    OUT=build; TO=gamecrafter|makeplayingcards|drivethrucards|png|"tts --local"'

pdf: $(VENV)/.run ## every game in every language as PDF, then read back
	@$(BIN)/cartada pdf $(GAMES) $(langs) $(sheets) --out $(OUT)
	@$(BIN)/cartada proof $(GAMES) $(langs) --out $(OUT)

watch: $(VENV)/.run ## print again whenever a file is saved
	@$(BIN)/cartada watch $(GAMES) $(langs) $(sheets) --out $(OUT)

proof: $(VENV)/.run ## read the written PDFs back
	@$(BIN)/cartada proof $(GAMES) $(langs) --out $(OUT)

check: pdf ## hold rules texts, catalogues and paper against one another
	@$(BIN)/cartada check $(GAMES) $(langs) --out $(OUT)

changes: $(VENV)/.run ## only what changed: GAMES="letal" SINCE=HEAD~1
	@$(BIN)/cartada changes $(GAMES) --since $(SINCE) $(langs) $(sheets) --out $(OUT)

ink: $(VENV)/.run ## how much ink each game takes, in full, low and grey
	@$(BIN)/cartada ink $(GAMES) $(langs) --paper $(PAPER)

tuckbox: $(VENV)/.run ## a box to fold for each deck of cards
	@$(BIN)/cartada tuckbox $(GAMES) $(langs) --paper $(PAPER) $(if $(PRINTER),--printer $(PRINTER)) --out $(OUT)

export: $(VENV)/.run ## for a print shop or a virtual table: GAMES="letal" TO=gamecrafter
	@$(BIN)/cartada export $(GAMES) --to $(TO) $(langs) --out $(OUT)

lists: $(VENV)/.dev ## score the reader of component lists on its samples
	@$(BIN)/python tests/lists/score.py

test: lint types tests ## lint, types and tests

lint: $(VENV)/.dev
	@$(BIN)/ruff check . && $(BIN)/ruff format --check -q .

types: $(VENV)/.dev
	@$(BIN)/mypy

tests: $(VENV)/.dev
	@$(BIN)/pytest -n 2

bench: $(VENV)/.bench ## CPU, memory and size beside Typst, in one run
	@$(BIN)/python tests/bench/run.py

gallery: pdf tuckbox ## the pictures of the README and of docs/
	@$(BIN)/cartada pdf --ink low --out $(OUT)/low -q
	@$(BIN)/python docs/gallery/make.py $(OUT)

lock: ## resolve the locked versions anew
	rm -rf $(VENV)-lock && $(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/pip install -q pip-tools
	for extra in "" dev bench; do \
	  $(VENV)-lock/bin/pip-compile -q --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --no-annotate --allow-unsafe \
	    $${extra:+--extra $$extra} -o requirements$${extra:+-$$extra}.lock pyproject.toml || exit 1; done
	rm -rf $(VENV)-lock

clean: ## remove what was built (the virtual environment stays)
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.run: requirements.lock pyproject.toml
	@echo "installing (once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@$(BIN)/python -m compileall -q generator
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-dev.lock
	@touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.run
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-bench.lock
	@touch $@
