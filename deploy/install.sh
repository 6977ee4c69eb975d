#!/bin/sh
# Installs the newest wheel of dist, as root: the first time, and in place of the one that is there.
#   sudo deploy/install.sh
set -eu
cd "$(dirname "$0")/.."

home=/usr/local/lib/smashup
wheel=$(ls -t dist/*.whl | head -n 1)
[ -x "$home/bin/python" ] || python3 -m venv "$home"
pip() {
    "$home/bin/python" -m pip --disable-pip-version-check "$@"
}
pip install --quiet --upgrade "$wheel[bots,server,postgres]"
# Also where its version is the one of before, as between two releases: pip would leave that be.
pip install --quiet --force-reinstall --no-deps "$wheel"
ln -sf "$home/bin/smashup" /usr/local/bin/smashup
smashup --version
