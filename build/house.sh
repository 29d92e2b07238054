#!/usr/bin/env bash
# Prints the size of the code: files, lines, packages, public types, and the classes that two commands load. The classes
# need a built jar.
set -euo pipefail
cd "$(dirname "$0")/.."

sources() { find . -path '*/src/main/*' -name '*.java' -o -path '*/src/launcher/*' -name '*.java' | grep -v /target/ | sort; }

# Counts the classes of Spindle, including nested ones, that a command loads.
loaded() {
    java -Xlog:class+load -cp "bench-runner/target/bench-runner.jar:bench-embedded/target/lib/*" \
        org.spindlebench.launcher.Launcher "$@" 2>/dev/null |
        grep -o 'org\.spindlebench\.[^ ]* source' | grep -v 'shaded\|stock\|Lambda' | sort -u | wc -l
}

sources >/tmp/house.$$
trap 'rm -rf /tmp/house.$$ /tmp/house.$$.out' EXIT
echo "main files          $(wc -l </tmp/house.$$)"
echo "main lines          $(xargs cat </tmp/house.$$ | wc -l)"
echo "longest file        $(xargs wc -l </tmp/house.$$ | grep -v total | sort -rn | head -1 | sed 's/^ *//')"
echo "largest package     $(grep -v package-info /tmp/house.$$ | xargs -n1 dirname | sort | uniq -c | sort -rn | head -1 | sed 's/^ *//')"
echo "public types        $(grep bench-analysis /tmp/house.$$ | xargs grep -lE '^public ' | grep -vc package-info) of bench-analysis, $(grep bench-analysis /tmp/house.$$ | xargs grep -hcE '^ *public (static |final |abstract |sealed )*(class|record|interface|enum) ' | awk '{n += $1} END {print n}') with nested ones"
echo "lines of JavaScript $(find bench-analysis/src/main -name '*.js' -not -path '*/vendor/*' -not -name '*.min.js' -print0 | xargs -0 cat | wc -l)"
if [ -f bench-runner/target/bench-runner.jar ] && [ -d bench-embedded/target/lib ]; then
    echo "loaded by report    $(loaded report docs/examples/invented.csv --out /tmp/house.$$.out) classes"
    echo "loaded by plan      $(loaded plan --suite quick) classes"
fi
