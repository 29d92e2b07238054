#!/usr/bin/env bash
# Runs gated tests, which the test command of README.md skips, and keeps their table: build/gated-tests.tsv has a line
# for each with its profiles, what it needs of the machine, the seconds and the commit of its last green run, and a note.
#   build/gated-tests.sh NAME...       runs these classes, or methods (CLASS#METHOD; patterns of the shell are allowed)
#   build/gated-tests.sh --all         runs all of them
#   build/gated-tests.sh --turn K S    runs those whose turn it is: from K modulo the list, as many as took S seconds.
#                                      Takes classes in turn, but methods of classes that took more than ten minutes
#   build/gated-tests.sh --skipped FILE   runs nothing; fails if a test that was skipped in a build since FILE was made
#                                      is not in the table, or if the machine has what the test needs
# --minutes M limits the whole, --no-table writes no table, and --dry-run only prints the calls and the time each may take.
# What follows -- goes to Maven, such as -o. A tree with changes writes no table either: its tests are of no commit.
# Leaves out tests whose needs this machine lacks. Exits with 1 if a test failed or was skipped, and with 3 if there was no
# time for tests, or if those of a NAME lack something.
set -euo pipefail
cd "$(dirname "$0")/.."
table=build/gated-tests.tsv
most=$((1000 * 60))
mode=names dry=no writes=yes names=() maven=()
while [ $# -gt 0 ]; do
    case $1 in
        --all) mode=all names=('*') ;;
        --turn) mode=turn turn=$2 fit=$3; shift 2 ;;
        --skipped) mode=skipped since=$2; shift ;;
        --minutes) most=$(($2 * 60)); shift ;;
        --dry-run) dry=yes ;;
        --no-table) writes=no ;;
        --) shift; maven=("$@"); break ;;
        -*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
        *) names+=("$1") ;;
    esac
    shift
done
work=$(mktemp -d)
child=
# Prints the processes of the running call of Maven: those below it, and those that were, which have its environment.
processes() {
    { [ -z "$child" ] || ps -e -o pid=,ppid= | awk -v of="$child" '
        {up[$1] = $2} END {for (pid in up) for (p = pid; p in up; p = up[p]) if (p == of) {print pid; break}}'
    grep -lzx "SPINDLE_GATED_TESTS=$work" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; } | sort -u
}
# Ends the running call of Maven, and all that it left.
end_child() {
    local all
    all=$(processes) || true
    [ -n "$all" ] || return 0
    kill -TERM $all 2>/dev/null || true
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 $all 2>/dev/null || return 0
        sleep 1
    done
    kill -KILL $all 2>/dev/null || true
}
trap 'end_child; rm -rf "$work"' EXIT
trap 'exit 143' TERM INT HUP

has_program() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ]; }
# Says whether this machine has what a test needs.
has() {
    case $1 in
        -) ;;
        root) [ "$(id -u)" = 0 ] ;;
        loop) [ -e /dev/loop-control ] && has_program losetup && has_program mkfs.ext4 ;;
        nbdfuse) [ -e /dev/fuse ] && has_program nbdfuse ;;
        pandas) python3 -c 'import pandas' 2>/dev/null ;;
        netns) unshare --net true 2>/dev/null ;;
        direct) dd if=/dev/zero of="$work/direct" bs=4096 count=1 oflag=direct 2>/dev/null ;;
        file-system | kernel | online) false ;; # Only the test itself can tell.
        no-*) ! has "${1#no-}" ;;
        -D*) printf '%s\n' ${maven[@]+"${maven[@]}"} | grep -q -- "^$1=" ;;
        *) has_program "$1" ;;
    esac
}
# Prints the needs in the table that this machine lacks.
lacks() {
    local need
    grep -v '^#' "$table" | cut -f3 | tr ',' '\n' | sort -u | while read -r need; do has "$need" || echo "$need"; done
}

# Prints of each test that ran since a file was made: its name, ok, skipped or failed, its seconds, and why it was skipped.
results() {
    { find bench-*/target/*-reports* -name 'TEST-*.xml' -newer "$1" -exec cat {} + 2>/dev/null || true; } | awk '
        function attribute(name) {
            return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
        }
        /^ *<testsuite / { class = attribute("name"); sub(/.*\./, "", class); rest[class] += attribute("time") }
        /^ *<testcase / {
            class = attribute("classname"); sub(/.*\./, "", class)
            method = attribute("name"); sub(/[^A-Za-z0-9_$].*/, "", method)
            if (attribute("name") == attribute("classname")) method = ""
            test = class "#" method # Without a method, what failed is of the whole class.
            time = attribute("time"); gsub(/,/, "", time); seconds[test] += time; rest[class] -= time
            if (!(test in state)) { state[test] = "ok"; of[test] = class; tests[class]++ }
        }
        /^ *<skipped/ && state[test] == "ok" { state[test] = "skipped"; why[test] = attribute("message") }
        /^ *<(failure|error)/ { state[test] = "failed" }
        END {
            for (test in state) {
                own = rest[of[test]] > 0 ? rest[of[test]] / tests[of[test]] : 0 # Its share of what the class prepares.
                printf "%s\t%s\t%.0f\t%s\n", test, state[test], seconds[test] + own, why[test]
            }
        }' | sort
}

lacks >"$work/lacks"
if [ "$mode" = skipped ]; then
    results "$since" | awk -F '\t' '$2 == "skipped"' >"$work/skipped"
    echo "$(wc -l <"$work/skipped") tests were skipped"
    awk -F '\t' '
        FILENAME == ARGV[1] { lacking[$1]; next }
        FILENAME == ARGV[2] { profiles[$1] = $2; needs[$1] = $3; next }
        !($1 in profiles) { print $1 " was skipped, and build/gated-tests.tsv does not have it: " $4; bad = 1; next }
        profiles[$1] == "-" {
            n = split(needs[$1], need, ",")
            for (i = 1; i <= n; i++) if (need[i] in lacking) next
            print $1 " was skipped, though this machine has what it needs (" needs[$1] "): " $4; bad = 1
        }
        END { exit bad }' "$work/lacks" "$table" "$work/skipped" >&2
    exit
fi

# Which tests: a line each of module, class, method, profiles, and the seconds that it took or may take.
where() { local file; file=$(find src/test/java bench-*/src/test/java -name "$1.java" | head -1); case $file in bench-*) echo "${file%%/*}" ;; *) echo bench-it ;; esac; }
chosen() {
    if [ "$mode" = turn ]; then
        awk -F '\t' -v turn="$turn" -v fit="$fit" '
            FILENAME == ARGV[1] { lacking[$1]; next }
            /^#/ || $6 ~ /^not (in turn: |gated$)/ { next }
            {
                n = split($3, need, ",")
                for (i = 1; i <= n; i++) if (need[i] in lacking) { print "has no turn without " need[i] ": " $1 >"/dev/stderr"; next }
                class = $1; sub(/#.*/, "", class); seconds = $4 == "-" ? 120 : $4
                all[++count] = $1; of[count] = class; took[count] = seconds; sum[class] += seconds
            }
            END {
                for (i = 1; i <= count; i++) {
                    key = sum[of[i]] > 600 ? all[i] : of[i]
                    if (!(key in unit)) { unit[key] = units++; name[unit[key]] = key }
                    cost[unit[key]] += took[i]
                }
                for (k = 0; k < units; k++) {
                    at = (turn + k) % units
                    if (k > 0 && spent + cost[at] > fit) break
                    spent += cost[at]; print name[at]
                }
            }' "$work/lacks" "$table"
    else
        printf '%s\n' ${names[@]+"${names[@]}"}
    fi
}
chosen >"$work/names"
: >"$work/summary"
[ -s "$work/names" ] || { echo "no test is named: see build/gated-tests.sh --help" >&2; exit 2; }
while IFS=$'\t' read -r test profiles needs seconds _ note; do
    [ "$note" != "not gated" ] || continue
    while read -r name; do
        # shellcheck disable=SC2053 # A pattern.
        [[ $test == $name || ${test%%#*} == $name ]] || continue
        lacking=$(tr ',' '\n' <<<"$needs" | grep -Fxf "$work/lacks" | paste -sd' ') || true
        if [ -n "$lacking" ]; then
            echo "missing: $lacking: $test" | tee -a "$work/summary"
            printf '%s\tmissing\t0\t%s\n' "$test" "$lacking" >>"$work/missing"
        else
            printf '%s\t%s\t%s\t%s\n' "$(where "${test%%#*}")" "$test" "$profiles" "${seconds/#-/200}" >>"$work/chosen"
        fi
        break
    done <"$work/names"
done < <(grep -v '^#' "$table")
[ -s "$work/chosen" ] || [ -s "$work/missing" ] || { echo "no gated test is called $(paste -sd' ' "$work/names")" >&2; exit 2; }

commit=$(git rev-parse --short=8 HEAD)
if [ "$writes" = yes ] && [ -n "$(git status --porcelain -- . ":!$table")" ]; then
    echo "the tree has changes: $table stays as it is" >&2
    writes=no
fi
# Writes results into the table: those that are green with their seconds and this commit, of others a note.
write() {
    [ "$writes" = yes ] || return 0
    awk -F '\t' -v commit="$commit" '
        BEGIN { OFS = "\t" }
        FILENAME == ARGV[1] { state[$1] = $2; seconds[$1] = $3; why[$1] = $4; next }
        {
            own = $6 ~ /^(not run yet$|missing |(red|skipped|did not run) at )/
            if (state[$1] == "ok") { $4 = seconds[$1]; $5 = commit; if (own) $6 = "-" }
            else if (state[$1] != "" && ($6 == "-" || own))
                $6 = state[$1] == "missing" ? "missing " why[$1] : (state[$1] == "failed" ? "red" : state[$1]) " at " commit
            print
        }' "$1" "$table" >"$work/table"
    cat "$work/table" >"$table"
}
[ ! -s "$work/missing" ] || write "$work/missing"

# Runs tests of one module (lines of chosen) in one call of Maven; then prints and writes what came of each.
run() {
    local tests=$1 module profiles selection seconds limit code=0 log=bench-it/target/gated-tests.log
    module=$(head -1 "$tests" | cut -f1)
    profiles=$(cut -f3 "$tests" | tr ',' '\n' | grep -v '^-$' | sort -u | paste -sd,) || true
    selection=$(cut -f2 "$tests" | awk -F '#' '{all[$1] = all[$1] (all[$1] == "" ? "" : "+") $2; if (!seen[$1]++) order[++n] = $1} END {for (i = 1; i <= n; i++) printf "%s%s#%s", i == 1 ? "" : ",", order[i], all[order[i]]}')
    seconds=$(awk -F '\t' '{n += $4} END {print n}' "$tests")
    limit=$((600 + 3 * seconds))
    [ "$limit" -le $((most - SECONDS)) ] || limit=$((most - SECONDS))
    local call=(mvn -B -am ${profiles:+"-P$profiles"} -Dsurefire.failIfNoSpecifiedTests=false -Dspotless.check.skip -Dcheckstyle.skip
        -Dmdep.analyze.skip -Denforcer.skip -Dcyclonedx.skip "-Dspindle.test.limit.seconds=$limit" "-Dspindle.it.limit.seconds=$limit"
        "-Dspindle.it.method.limit=$(awk -F '\t' '$4 > n {n = $4} END {print (n > 150 ? 4 * n : 600)}' "$tests")s")
    case $module in
        bench-it) call+=(verify -pl "$module" -Dtest=none "-Dit.test=$selection") ;;
        *) call+=(test -pl "$module" "-Dtest=$selection" -Dspindle.here.only=true) ;;
    esac
    echo "+ at most $limit s: $selection ($profiles)"
    [ "$dry" = no ] || return 0
    if [ "$limit" -lt 60 ]; then
        cut -f2 "$tests" >>"$work/late"
        return 0
    fi
    mkdir -p bench-it/target
    touch "$work/begun"
    : >"$work/cut"
    local end=$((SECONDS + limit))
    SPINDLE_GATED_TESTS=$work setsid "${call[@]}" ${maven[@]+"${maven[@]}"} >"$log" 2>&1 </dev/null &
    child=$!
    while kill -0 "$child" 2>/dev/null; do
        [ "$SECONDS" -lt "$end" ] || { echo "ended after $limit s" | tee -a "$work/cut"; break; }
        sleep 1
    done
    [ -s "$work/cut" ] || wait "$child" || code=$?
    end_child
    child=
    results "$work/begun" >"$work/results"
    awk -F '\t' '
        BEGIN { OFS = "\t" }
        FILENAME == ARGV[1] { state[$1] = $2; seconds[$1] = $3; why[$1] = $4; next }
        {
            class = $2; sub(/#.*/, "#", class)
            if (!($2 in state)) { state[$2] = class in state ? state[class] : "did not run"; why[$2] = why[class] }
            print $2, state[class] == "failed" ? "failed" : state[$2], seconds[$2] + 0, why[$2]
        }' "$work/results" "$tests" >"$work/of-call"
    write "$work/of-call"
    awk -F '\t' '{printf "%s: %s s: %s %s\n", $2, $3, $1, $4}' "$work/of-call" | tee -a "$work/summary"
    if ! grep -qv $'\tok\t' "$work/of-call" && [ "$code" != 0 ]; then echo "failed: Maven ended with $code" | tee -a "$work/summary"; fi
    if grep -qv $'\tok\t' "$work/of-call" || [ "$code" != 0 ]; then
        { grep -A 12 '<<< \(FAILURE\|ERROR\)!$' "$log" || tail -40 "$log"; } | cut -c1-1000 | head -100
    fi
}

# Together what takes at most half an hour; then each class alone whose call was ended before its turn.
groups() {
    awk -F '\t' -v into="$work/group" '{
        key = $1 ($3 ~ /hadoop/ ? " " $3 : ""); class = $2; sub(/#.*/, "", class)
        if (key != last || (class != of && spent + $4 > 1800)) { n++; spent = 0 }
        last = key; of = class; spent += $4
        print > (into sprintf("%03d", n))
    }'
}
[ ! -s "$work/chosen" ] || sort -s -t $'\t' -k1,1 "$work/chosen" | groups
for group in "$work"/group*; do
    [ -e "$group" ] || continue
    run "$group"
    if [ -s "$work/cut" ] && [ "$(cut -f2 "$group" | cut -d'#' -f1 | sort -u | wc -l)" -gt 1 ]; then
        grep -F "$(awk -F '\t' '$2 == "did not run" {print $1}' "$work/of-call")" "$group" >"$work/again"
        sed -i '/^did not run: /d' "$work/summary"
        for class in $(cut -f2 "$work/again" | cut -d'#' -f1 | uniq); do
            grep -F "$(printf '\t%s#' "$class")" "$work/again" >"$work/alone"
            run "$work/alone"
        done
    fi
done
[ "$dry" = no ] || exit 0

echo "gated tests at $commit, after $SECONDS s:"
cut -d: -f1 "$work/summary" | sort | uniq -c
if grep -E '^(failed|skipped|did not run):' "$work/summary" >&2; then exit 1; fi
[ ! -s "$work/late" ] || { echo "no time for $(paste -sd' ' "$work/late")" >&2; exit 3; }
[ "$mode" != names ] || [ ! -s "$work/missing" ] || exit 3
