#!/bin/sh
# A CI job in any system: parse, check, keep uniast.json as an artifact and .uniast-cache between runs.
# UNIAST: the program, where it is installed already. SHARE: the least share of uses that must be known.
set -eu
if [ -z "${UNIAST:-}" ]; then
  python3 -m venv .uniast-venv
  .uniast-venv/bin/pip install --quiet abcoder-py
  UNIAST=.uniast-venv/bin/uniast
fi
"$UNIAST" parse . --output uniast.json --cache .uniast-cache --exclude .uniast-venv --exclude .uniast-cache \
  --exclude uniast.json --fail-under "${SHARE:-0.5}"
"$UNIAST" check uniast.json --repo .
