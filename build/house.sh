#!/usr/bin/env bash
# Prints the size of the code, and what it may be at most: build/house.limits. With --check, ends with 1 if a number is
# above its limit. Needs compiled classes; the classes that two commands load need the built jar, too.
set -euo pipefail
cd "$(dirname "$0")/.."
exec java build/House.java "$@"
