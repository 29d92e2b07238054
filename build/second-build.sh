#!/usr/bin/env bash
# Builds the release jar and the archives a second time, from a copy of the sources in another directory, in another time zone and
# language, and compares it with the first byte for byte. Needs the first build, and what Maven fetched for it.
set -euo pipefail
cd "$(dirname "$0")/.."
jar=bench-runner/target/bench-runner.jar
[ -f "$jar" ] || { echo "$jar is missing: build it first, with mvn -DskipTests package" >&2; exit 1; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
    tar --null --files-from=- -cf - | tar -xf - -C "$copy"
(
    cd "$copy"
    TZ=Asia/Kathmandu LC_ALL=C mvn -o -q -B package -DskipTests -Dspotless.check.skip -Dcheckstyle.skip -pl bench-release -am
)
if ! cmp "$jar" "$copy/$jar"; then
    echo "two builds of the same sources differ" >&2
    if command -v unzip >/dev/null; then
        diff <(unzip -lv "$jar" | awk '{print $7, $8}') <(unzip -lv "$copy/$jar" | awk '{print $7, $8}') | head -40 >&2 || true
    fi
    exit 1
fi
for archive in bench-release/target/spindle-*.tar.gz bench-release/target/spindle-*.zip; do
    cmp "$archive" "$copy/$archive" || { echo "two builds of $archive differ" >&2; exit 1; }
done
echo "a second build is the same, byte for byte: $(sha256sum "$jar")"
