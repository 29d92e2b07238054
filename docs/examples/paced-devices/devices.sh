#!/bin/sh
# Makes, and takes away again, the four devices of the setups beside this file: loop devices on files below /data, which the kernel holds to a
# pace (block-I/O controller of cgroup v1; as root). `slow` ones do 30 MB/s and 100 reads a second, `fast` ones 240 MB/s.
#     sh devices.sh up
#     sh devices.sh down
set -eu
controller=/sys/fs/cgroup/blkio

hold() { # device's numbers, bytes a second, reads a second (0: any number)
    echo "$1 $2" > $controller/blkio.throttle.read_bps_device
    echo "$1 $2" > $controller/blkio.throttle.write_bps_device
    echo "$1 $3" > $controller/blkio.throttle.read_iops_device
}

make() { # name, rotational, bytes a second, reads a second
    truncate --size=12G "/data/$1.img"
    device=$(losetup --find --show --direct-io=on "/data/$1.img")
    mkfs.ext4 -q -m 0 "$device"
    mkdir -p "/data/$1"
    mount -o noatime "$device" "/data/$1"
    queue=/sys/block/${device#/dev/}
    echo "$2" > "$queue/queue/rotational"
    hold "$(cat "$queue/dev")" "$3" "$4"
}

remove() { # name
    device=$(findmnt --noheadings --output SOURCE "/data/$1")
    hold "$(cat "/sys/block/${device#/dev/}/dev")" 0 0
    umount "/data/$1"
    losetup --detach "$device"
    rm "/data/$1.img"
    rmdir "/data/$1"
}

case "${1:-}" in
up)
    mkdir -p /data
    for name in slow-1 slow-2; do make $name 1 30000000 100; done
    for name in fast-1 fast-2; do make $name 0 240000000 0; done
    ;;
down)
    for name in slow-1 slow-2 fast-1 fast-2; do remove $name; done
    ;;
*)
    echo "usage: sh devices.sh up|down" >&2
    exit 2
    ;;
esac
