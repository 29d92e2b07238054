package org.spindlebench.analysis.node;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node is made of, and what its directories lie on, as any user may see it there. Absent where its kernel does not say.
 *
 * @param node its host name
 * @param bootId the kernel's identifier of this boot: another one means that the node was started again
 * @param kernel its release
 * @param cpu the processors
 * @param memory bytes
 * @param clockOffset seconds by which the node's clock is ahead of the NameNode's, or for a client's own host 0; negative where it is behind
 * @param networks interfaces
 * @param devices block devices that something below lies on, down to the physical disks
 * @param directories of HDFS ({@code hdfs}) and of the shuffle ({@code shuffle})
 * @param system what else the node needs of its disks: {@code root}, {@code logs}, {@code jdk}, {@code swap}
 * @param settings of the operating system, by the names of {@code sysctl} where it has one, such as {@code vm.swappiness}
 * @param hidden what could not be read
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
     * @param model its name, or on ARM who made it and which part it is
     * @param sockets their number
     * @param cores of all sockets
     * @param threads hardware threads
     */
    public record Cpu(String model, Long sockets, Long cores, Long threads) {}

    /**
     * An interface.
     *
     * @param name such as {@code eth0}
     * @param bitsPerSecond its speed
     * @param mtu bytes of its largest packet
     * @param physical whether hardware is behind it; a bond or a bridge has none of its own
     * @param slaves the interfaces that a bond is made of, or that a bridge, a VLAN or the like lies on
     */
    public record Network(String name, Long bitsPerSecond, Long mtu, Boolean physical, List<String> slaves) {
        public Network {
            slaves = slaves == null ? List.of() : List.copyOf(slaves);
        }
    }

    /**
     * What is there and could not be read.
     *
     * @param path of the file or directory
     * @param unknown what is not known without it
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

    /** The interface of this name; null where the layout has none. */
    public Network network(String name) {
        return networks.stream()
                .filter(network -> network.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The device of this name; null where the layout has none. */
    public Device device(String name) {
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * A block device. Absent where the kernel does not say.
     *
     * @param name as in {@code /proc/diskstats}, such as {@code sda1}
     * @param majorMinor its number, such as {@code 8:1}
     * @param type {@code disk}, {@code partition}, {@code dm}, {@code raid}, {@code loop}, {@code stacked} of others in another way,
     *     "path" to an NVMe disk, or {@code memory}
     * @param label the device mapper's name of it, such as {@code data-one}
     * @param kind of the device mapper: {@code lvm}, {@code crypt}, {@code mpath} and others; of a RAID its level
     * @param on devices directly below it; empty for a disk
     * @param paths to an NVMe disk that has several, or could: some kernels count requests there and not at the disk
     * @param size bytes
     * @param hardware what a disk is
     * @param queue how its requests are handled; null for a partition
     * @param unknown why it is not known what it lies on; null where it is
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
         * What a disk is.
         *
         * @param model its name
         * @param vendor as the kernel has it; behind SATA it is {@code ATA}
         * @param firmware revision
         * @param rotational whether the kernel takes it for one with platters: virtual disks often look so
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
         * @param requests that the queue holds
         * @param depth requests that the device takes at once
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
     * A directory and what it lies on. Absent where it is not known.
     *
     * @param role what it is for: {@code hdfs} and {@code shuffle}, or {@code root}, {@code logs}, {@code jdk}, {@code swap}
     * @param path as configured
     * @param realPath with links followed
     * @param exists null where permissions hide it
     * @param readable by the probe's user
     * @param mountPoint of its file system
     * @param fileSystem its type
     * @param mountOptions such as {@code rw,noatime}
     * @param superOptions those of the file system as a whole
     * @param source the device as it was named when it was mounted
     * @param majorMinor the file system's number; of some it is no device's
     * @param devices those that the file system lies on: one, but for file systems that spread over several
     * @param disks the physical disks at the bottom
     * @param total bytes of the file system
     * @param usable bytes of it that users may still write
     * @param storageType of HDFS, such as {@code SSD}
     * @param noDevice why it lies on no block device of this node, such as {@code tmpfs: in memory}; null where it does
     * @param unknown why the device is not known; null where it is
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

        /** Whether it is mounted with this option, such as {@code noatime}. */
        public boolean isMountedWith(String option) {
            return mountOptions != null
                    && Arrays.asList(mountOptions.split(",")).contains(option);
        }

        /** Whether what is written there reaches no device, but for swap. */
        boolean isInMemory() {
            return fileSystem != null && IN_MEMORY.contains(fileSystem);
        }

        /** One that is known not to be there holds nothing. */
        boolean mayHoldData() {
            return !Boolean.FALSE.equals(exists);
        }
    }
}
