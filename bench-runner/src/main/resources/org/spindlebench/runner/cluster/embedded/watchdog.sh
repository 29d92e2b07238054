#!/bin/sh
# The end of an embedded cluster, whatever way its client ends.
#
#   watchdog.sh watch PID ID DIR...   waits until process PID is gone, then sweeps and removes every DIR
#   watchdog.sh sweep 0   ID DIR...   sweeps now: ends every process of cluster ID, removes nothing
#
# A process belongs to the cluster when its command line carries the cluster's id as its containers do: as a JVM's
# property, or as a container's launch script below one of the cluster's directories.
trap '' HUP INT
mode=$1
pid=$2
id=$3
shift 3

# Prints the state and the start time of a process (fields 3 and 22 of its stat), or nothing when it is gone.
# The command's name, field 2, may hold blanks and brackets, so the fields are counted behind its last bracket.
birth() {
    read -r stat 2>/dev/null <"/proc/$1/stat" || return 0
    # Split on purpose.
    # shellcheck disable=SC2086
    set -- ${stat##*) }
    # A zombie is gone.
    [ "$1" = Z ] || [ "$1" = X ] || echo "${20}"
}

members() {
    for dir in /proc/[0-9]*; do
        member=${dir#/proc/}
        [ "$member" != "$$" ] || continue
        line=$(tr '\0' ' ' 2>/dev/null <"$dir/cmdline") || continue
        case $line in
        *"-Dspindle.embedded.id=$id"* | *"spindle-$id/"*default_container_executor*) echo "$member" ;;
        esac
    done
}

sweep() {
    for signal in TERM KILL KILL; do
        left=$(members)
        [ -n "$left" ] || return 0
        # shellcheck disable=SC2086
        kill -s $signal $left 2>/dev/null
        sleep 1
    done
}

if [ "$mode" = sweep ]; then
    sweep
    exit 0
fi

born=$(birth "$pid")
while [ -n "$born" ] && [ "$(birth "$pid")" = "$born" ]; do
    sleep 1
done
sweep
# A dying JVM may still have been writing: once more if something was left.
rm -rf -- "$@" || { sleep 2 && rm -rf -- "$@"; }
