package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A node's hardware, and the devices under its directories, as any user can see them there. Values that the kernel does
 * not report are omitted.
 *
 * @param node its host name
 * @param bootId the kernel's identifier of this boot; another one means that the node was restarted
 * @param kernel its release
 * @param cpu the processors
 * @param memory bytes
 * @param clockOffset seconds by which the node's clock is ahead of the NameNode's, negative if behind; 0 for the
 *     client's own host
 * @param networks interfaces
 * @param devices block devices under the directories below, down to the physical disks
 * @param directories of HDFS ({@code hdfs}) and of the shuffle ({@code shuffle})
 * @param system other parts of the node that need its disks: {@code root}, {@code logs}, {@code jdk}, {@code swap}
 * @param settings of the operating system, by the names of {@code sysctl} if it has one, such as {@code vm.swappiness}
 * @param hidden files that could not be read
 */
public record NodeLayout(
        String node,
        String bootId,
        String kernel,
        Cpu cpu,
        Long memory,
        Double clockOffset,
        List<Network> networks,
        List<Device> devices,
        List<Directory> directories,
        List<Directory> system,
        SortedMap<String, String> settings,
        List<Hidden> hidden) {
    /**
     * The processors.
     *
     * @param model its name; on ARM its maker and part number
     * @param sockets their number
     * @param cores of all sockets
     * @param threads hardware threads
     */
    public record Cpu(String model, Long sockets, Long cores, Long threads) {}

    /**
     * A network interface.
     *
     * @param name such as {@code eth0}
     * @param bitsPerSecond its speed
     * @param mtu bytes of its largest packet
     * @param physical whether it has hardware of its own; a bond or a bridge has none
     * @param slaves the interfaces under a bond, a bridge, a VLAN or the like
     */
    public record Network(String name, Long bitsPerSecond, Long mtu, Boolean physical, List<String> slaves) {
        public Network {
            slaves = slaves == null ? List.of() : List.copyOf(slaves);
        }
    }

    /**
     * A file or directory that exists but could not be read.
     *
     * @param path its path
     * @param unknown what remains unknown without it
     * @param reason such as {@code permission denied}
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

    /** The interface with this name; null if there is none. */
    public Network network(String name) {
        return networks.stream()
                .filter(network -> network.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The device with this name; null if there is none. */
    public Device device(String name) {
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * A block device. Values that the kernel does not report are omitted.
     *
     * @param name as in {@code /proc/diskstats}, such as {@code sda1}
     * @param majorMinor its number, such as {@code 8:1}
     * @param type {@code disk}, {@code partition}, {@code dm}, {@code raid}, {@code loop}, {@code stacked} on others in
     *     another way, "path" to an NVMe disk, or {@code memory}
     * @param label its name in the device mapper, such as {@code data-one}
     * @param kind of the device mapper: {@code lvm}, {@code crypt}, {@code mpath} and others; for a RAID its level
     * @param on devices directly below it; empty for a disk
     * @param paths to an NVMe disk that has several, or could have; some kernels count requests there and not at the
     *     disk
     * @param size bytes
     * @param hardware the disk's model and kind
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
            Hardware hardware,
            Queue queue,
            String unknown) {
        /**
         * A disk's model and kind.
         *
         * @param model its name
         * @param vendor as the kernel reports it; {@code ATA} behind SATA
         * @param firmware revision
         * @param rotational whether the kernel says that it has platters, as it often does for virtual disks
         * @param removable whether its medium can be taken out
         * @param temperature degrees Celsius at the moment of reading
         */
        public record Hardware(
                String model,
                String vendor,
                String firmware,
                Boolean rotational,
                Boolean removable,
                Double temperature) {}

        /**
         * How requests are handled.
         *
         * @param scheduler such as {@code mq-deadline}
         * @param readAhead bytes
         * @param maxRequest bytes of the largest request
         * @param requests the number that the queue holds
         * @param depth the number of requests that the device takes at once
         * @param logicalBlock bytes
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
     * @param path as configured
     * @param realPath with links followed
     * @param exists null if permissions hide it
     * @param readable by the probe's user
     * @param mountPoint of its file system
     * @param fileSystem its type
     * @param mountOptions such as {@code rw,noatime}
     * @param superOptions those of the file system as a whole
     * @param source the device as it was named when it was mounted
     * @param majorMinor the file system's number, which is not always a device's
     * @param devices those under the file system: one, unless it spreads over several
     * @param disks the physical disks below those devices
     * @param total bytes of the file system
     * @param usable bytes that users may still write there
     * @param storageType of HDFS, such as {@code SSD}
     * @param noDevice why it is on no block device of this node, such as {@code tmpfs: in memory}; null if it is on one
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

        /** Checks whether it is mounted with this option, such as {@code noatime}. */
        public boolean isMountedWith(String option) {
            return mountOptions != null
                    && Arrays.asList(mountOptions.split(",")).contains(option);
        }

        /** Checks whether files there reach no device, apart from swap. */
        boolean isInMemory() {
            return fileSystem != null && IN_MEMORY.contains(fileSystem);
        }

        /** Checks whether it may hold data. It may not if it is known not to exist. */
        boolean mayHoldData() {
            return !Boolean.FALSE.equals(exists);
        }
    }
}
