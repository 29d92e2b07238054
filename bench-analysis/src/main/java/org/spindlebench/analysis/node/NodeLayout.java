package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node's hardware, and the devices under its directories, as a user without special rights can see them. Values that
 * the kernel does not report are omitted.
 *
 * @param bootId the kernel's identifier of this boot, which changes when the node is restarted
 * @param kernel the kernel's release
 * @param memory the size of the node's memory, in bytes
 * @param clockOffset seconds by which the node's clock is ahead of the NameNode's, negative if behind; 0 for the
 *     client's own host
 * @param devices the block devices under {@code directories}, down to the physical disks
 * @param directories the directories of HDFS ({@code hdfs}) and of the shuffle ({@code shuffle})
 * @param system other parts of the node that need its disks: {@code root}, {@code logs}, {@code jdk}, {@code swap}
 * @param settings settings of the operating system, by their names in {@code sysctl} if they have one, such as
 *     {@code vm.swappiness}; in {@value #UNCOUNTED} the devices whose requests the kernel does not count, separated by
 *     commas
 * @param hidden files and directories that could not be read
 */
public record NodeLayout(
        String node,
        String bootId,
        String kernel,
        CpuModel cpu,
        Long memory,
        Double clockOffset,
        List<NetworkAdapter> networks,
        List<Device> devices,
        List<Directory> directories,
        List<Directory> system,
        SortedMap<String, String> settings,
        List<Hidden> hidden) {
    /** The setting with the devices whose {@code queue/iostats} is 0. */
    public static final String UNCOUNTED = "iostats.off";

    /**
     * The processors.
     *
     * @param model its name; on ARM its maker and part number
     * @param cores the number of cores in all sockets
     * @param threads the number of hardware threads
     */
    public record CpuModel(String model, Long sockets, Long cores, Long threads) {}

    /**
     * A network interface.
     *
     * @param name its name, such as {@code eth0}
     * @param mtu the size of its largest packet, in bytes
     * @param physical whether it has hardware of its own; a bond or a bridge has none
     * @param slaves the interfaces under a bond, a bridge, a VLAN or the like
     */
    public record NetworkAdapter(String name, Long bitsPerSecond, Long mtu, Boolean physical, List<String> slaves) {
        public NetworkAdapter {
            slaves = slaves == null ? List.of() : List.copyOf(slaves);
        }
    }

    /**
     * A file or directory that exists but could not be read.
     *
     * @param unknown the information that remains unknown without it
     * @param reason why it could not be read, such as {@code permission denied}
     */
    public record Hidden(String path, String unknown, String reason) {}

    public NodeLayout {
        networks = networks == null ? List.of() : List.copyOf(networks);
        devices = devices == null ? List.of() : List.copyOf(devices);
        directories = directories == null ? List.of() : List.copyOf(directories);
        system = system == null ? List.of() : List.copyOf(system);
        settings = new TreeMap<>(settings == null ? Map.of() : settings);
        hidden = hidden == null ? List.of() : List.copyOf(hidden);
    }

    /** Returns the interface with this name; null if there is none. */
    public NetworkAdapter network(String name) {
        return networks.stream()
                .filter(network -> network.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns the devices whose requests the kernel does not count, so that they seem idle; sorted. */
    public SortedSet<String> uncounted() {
        String names = settings.getOrDefault(UNCOUNTED, "");
        return new TreeSet<>(names.isEmpty() ? List.of() : Arrays.asList(names.split(",")));
    }

    /** Returns the device with this name; null if there is none. */
    public Device device(String name) {
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Checks whether a device, or one below it, is known to have platters. */
    public boolean isRotational(String name) {
        Device device = device(name);
        if (device == null) {
            return false;
        }
        Boolean stated = device.hardware() == null ? null : device.hardware().rotational();
        return stated == null ? device.on().stream().anyMatch(this::isRotational) : stated;
    }

    /**
     * A block device. Values that the kernel does not report are omitted.
     *
     * @param name its name in {@code /proc/diskstats}, such as {@code sda1}
     * @param majorMinor its major and minor number, such as {@code 8:1}
     * @param type {@code disk}, {@code partition}, {@code dm}, {@code raid}, {@code loop}, {@code stacked} (on other
     *     devices, in another way), {@literal path} (to an NVMe disk) or {@code memory}
     * @param label its name in the device mapper, such as {@code data-one}
     * @param kind the device mapper's kind, such as {@code lvm}, {@code crypt} or {@code mpath}; for a RAID, its level
     * @param on the devices directly below this one; empty for a disk
     * @param paths the paths to an NVMe disk that has several, or could have; some kernels count requests at a path and
     *     not at the disk
     * @param size its size in bytes
     * @param start the bytes of the disk before a partition; null for other devices
     * @param alignmentOffset the bytes by which a partition is off the disk's physical blocks, according to the kernel
     * @param queue how its requests are handled; null for a partition
     * @param unknown why the devices below it are unknown; null if they are known
     */
    public record Device(
            String name,
            String majorMinor,
            String type,
            String label,
            String kind,
            List<String> on,
            List<String> paths,
            Long size,
            Long start,
            Long alignmentOffset,
            Hardware hardware,
            Queue queue,
            String unknown) {
        /**
         * A disk's model and kind.
         *
         * @param vendor the vendor that the kernel reports; {@code ATA} for a disk behind SATA
         * @param firmware the revision of the firmware
         * @param rotational whether the disk has platters according to the kernel, which is often wrong for virtual
         *     disks
         * @param removable whether users can remove the medium
         * @param temperature degrees Celsius when the layout was read
         */
        public record Hardware(
                String model,
                String vendor,
                String firmware,
                Boolean rotational,
                Boolean removable,
                Double temperature) {}

        /**
         * How a device's requests are handled.
         *
         * @param scheduler the I/O scheduler, such as {@code mq-deadline}
         * @param readAhead bytes that are read ahead
         * @param maxRequest the size of the largest request, in bytes
         * @param requests the number of requests that the queue holds
         * @param depth the number of requests that the device takes at once
         * @param logicalBlock the size of a logical block, in bytes
         * @param writeCache {@code write back} or {@code write through}
         */
        public record Queue(
                String scheduler,
                Long readAhead,
                Long maxRequest,
                Long requests,
                Long depth,
                Long logicalBlock,
                String writeCache) {}

        public Device {
            on = on == null ? List.of() : List.copyOf(on);
            paths = paths == null ? List.of() : List.copyOf(paths);
        }
    }

    /**
     * A directory and the devices under it. Unknown values are omitted.
     *
     * @param role its use: {@code hdfs} or {@code shuffle}, or {@code root}, {@code logs}, {@code jdk}, {@code swap}
     * @param path the path as configured
     * @param realPath the path with links followed
     * @param exists whether the directory exists; null if permissions hide it
     * @param readable whether the probe's user can read it
     * @param mountPoint where its file system is mounted
     * @param fileSystem the type of its file system
     * @param mountOptions the options of the mount, such as {@code rw,noatime}
     * @param superOptions the options of the file system as a whole
     * @param source the device as it was named when it was mounted
     * @param majorMinor the file system's number, which is not always a device's
     * @param devices the devices under the file system: one, unless it spreads over several
     * @param disks the physical disks below those devices
     * @param block the size of the file system's blocks, in bytes
     * @param total the size of the file system, in bytes
     * @param usable the bytes that users may still write to the file system
     * @param storageType HDFS's storage type, such as {@code SSD}
     * @param noDevice why the directory is on no block device of this node, such as {@code tmpfs: in memory}; null if
     *     the directory is on a block device
     * @param unknown why the device is unknown; null if it is known
     */
    public record Directory(
            String role,
            String path,
            String realPath,
            Boolean exists,
            Boolean readable,
            String mountPoint,
            String fileSystem,
            String mountOptions,
            String superOptions,
            String source,
            String majorMinor,
            List<String> devices,
            List<String> disks,
            Long block,
            Long total,
            Long usable,
            String storageType,
            String noDevice,
            String unknown) {
        private static final List<String> IN_MEMORY = List.of("tmpfs", "ramfs", "devtmpfs");

        public Directory {
            devices = devices == null ? List.of() : List.copyOf(devices);
            disks = disks == null ? List.of() : List.copyOf(disks);
        }

        /** Checks whether the directory is mounted with this option, such as {@code noatime}. */
        public boolean isMountedWith(String option) {
            return mountOptions != null
                    && Arrays.asList(mountOptions.split(",")).contains(option);
        }

        /** Checks whether the directory's files are in memory and reach no device, except for swap. */
        public boolean liesInMemory() {
            return fileSystem != null && IN_MEMORY.contains(fileSystem);
        }

        /** Checks whether the directory may hold data. The result is false if the directory is known not to exist. */
        public boolean mayHoldData() {
            return !Boolean.FALSE.equals(exists);
        }
    }
}
