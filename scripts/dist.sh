#!/bin/sh
# Builds the wheel and the source package, in dist, in an environment that has only what that needs.
#   scripts/dist.sh [PYTHON]
set -eu

python=${1:-python3}
work=build/dist
rm -rf "$work"
"$python" -m venv "$work"
"$work/bin/python" -m pip install --quiet --disable-pip-version-check 'hatchling>=1.27'
"$work/bin/python" -m hatchling build
