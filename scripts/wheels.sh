#!/bin/sh
# Builds the compiled wheel in an environment that has only what building needs, and tries it in one
# that has nothing else. The wheels are in dist: the compiled one is for this Python and machine.
set -eu

python=${1:-python3}
work=build/wheels
rm -rf "$work"
mkdir -p "$work" dist
quietly="--quiet --disable-pip-version-check"

echo "Building in a clean environment"
"$python" -m venv "$work/building"
# shellcheck disable=SC2086
"$work/building/bin/python" -m pip install $quietly 'hatchling>=1.27' 'mypy[mypyc]~=2.4.1'
SMASHUP_WHEEL=compiled "$work/building/bin/python" -m hatchling build -t wheel -d "$work"
wheel=$(ls "$work"/*.whl)
cp "$wheel" dist/

echo "Trying it in an empty one"
"$python" -m venv "$work/trial"
# shellcheck disable=SC2086
"$work/trial/bin/python" -m pip install $quietly "$wheel"
cd "$work/trial"
SMASHUP_ENGINE=compiled bin/smashup --version | grep 'compiled engine'
SMASHUP_ENGINE=pure bin/smashup --version | grep 'pure engine'
bin/smashup simulate --players random,random --games 20 >/dev/null
echo "The compiled wheel: dist/$(basename "$wheel")"
