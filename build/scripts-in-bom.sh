#!/bin/sh
# Adds the scripts of the report, which Maven does not know, to a CycloneDX file: scripts-in-bom.sh BOM VENDOR
set -eu
bom=$1 vendor=$2
# Without Maven Central there is none, or that of an earlier build.
if [ ! -f "$bom" ] || grep -q 'pkg:npm/' "$bom"; then exit 0; fi
parts=$({
  # The table of README.md: | `FILE` | `NAME` | VERSION | LICENCE ... |
  sed -n 's/^| `[^`]*` | `\([^`]*\)` | \([0-9.]*\) |.*/\1 \2/p' "$vendor/README.md"
  # The lines of THIRD-PARTY.LICENSES that name what those files hold of others: NAME VERSION, NAME VERSION ...
  sed -n '/^[a-z0-9-]* [0-9][0-9.]*\(, [a-z0-9-]* [0-9][0-9.]*\)*$/p' "$vendor/THIRD-PARTY.LICENSES" | sed 's/, /\n/g'
} | sed 's|\(.*\) \(.*\)|    {"type" : "library", "bom-ref" : "pkg:npm/\1@\2", "name" : "\1", "version" : "\2", "purl" : "pkg:npm/\1@\2"},|')
printf '%s\n' "$parts" >"$bom.scripts"
sed "/^  \"components\" : \[/r $bom.scripts" "$bom" >"$bom.new"
rm "$bom.scripts"
mv "$bom.new" "$bom"
