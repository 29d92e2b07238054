package org.spindlebench.runner.conf;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * The storage of every node of a cluster, the parts that HDFS and the shuffle use, and the way in which the setup is
 * applied. The setup is declared in a file, and need not be in force.
 *
 * @param source the file or resource from which the setup was read
 * @param description one sentence for {@code list setups}
 * @param currency the currency of prices, such as {@code USD}; null if there are none
 * @param devices the devices in the file's order
 * @param hdfs names of the devices that HDFS uses
 * @param shuffle names of the devices that the shuffle uses
 * @param network the network between the nodes; null if the file does not declare it
 * @param demands the requirements of the setup for nodes and daemons, except for devices
 */
public record StorageSetup(
        String source,
        String name,
        String description,
        String currency,
        List<StorageDevice> devices,
        List<String> hdfs,
        List<String> shuffle,
        NetworkLink network,
        SetupWay way,
        NodeDemands demands) {
    private static final BigDecimal BYTES_PER_GIGABIT = BigDecimal.valueOf(125_000_000);

    public StorageSetup {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(demands, "demands");
        devices = List.copyOf(devices);
        hdfs = List.copyOf(hdfs);
        shuffle = List.copyOf(shuffle);
    }

    /**
     * Returns the device with the given name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StorageDevice device(String wanted) {
        return devices.stream()
                .filter(device -> device.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no device " + wanted));
    }

    /** Returns the devices that serve a role, in the file's order. */
    public List<StorageDevice> devicesOf(StorageRole role) {
        List<String> names = Objects.requireNonNull(role, "role") == StorageRole.HDFS ? hdfs : shuffle;
        return devices.stream().filter(device -> names.contains(device.name())).toList();
    }

    /**
     * Returns the devices that get a role's data. Under a storage policy, these are only the devices with the policy's
     * types.
     */
    public List<StorageDevice> usedBy(StorageRole role) {
        List<StorageDevice> serving = devicesOf(role);
        return role == StorageRole.HDFS && way instanceof SetupWay.Policy chosen
                ? serving.stream()
                        .filter(device -> chosen.policy().types().contains(device.storage()))
                        .toList()
                : serving;
    }

    /**
     * Returns the number of a role's directories on each instance of a device that serves it.
     *
     * @throws IllegalStateException if the number depends on bandwidths and one of them is not declared
     */
    public int directoriesPerInstance(StorageDevice device, StorageRole role) {
        if (device.split() instanceof Split.DirectoryCount stated) {
            return stated.count();
        }
        long slowest = devicesOf(role).stream()
                .mapToLong(StorageSetup::writeBandwidth)
                .min()
                .orElse(Long.MAX_VALUE);
        return (int) Math.min(Split.DirectoryCount.MOST, Math.max(1, writeBandwidth(device) / slowest));
    }

    /**
     * Returns the parts of the setup, so that reports can pool setups by them: {@code disk}, such as {@code HDFS 5 HDD,
     * shuffle 1 SSD}, and {@code network}, such as {@code 10 Gb/s}, if its bandwidth is declared. If disks are
     * emulated, the network is the machine's own.
     */
    public SortedMap<String, String> hardware() {
        SortedMap<String, String> hardware = new TreeMap<>();
        String disk = titles(StorageRole.HDFS);
        String shuffle = titles(StorageRole.SHUFFLE);
        hardware.put("disk", disk.equals(shuffle) ? disk : "HDFS " + disk + ", shuffle " + shuffle);
        boolean isEmulated = way instanceof SetupWay.Emulated;
        if (network != null && network.bandwidth() != null && !isEmulated) {
            BigDecimal gigabits = BigDecimal.valueOf(network.bandwidth()).divide(BYTES_PER_GIGABIT);
            hardware.put("network", gigabits.stripTrailingZeros().toPlainString() + " Gb/s");
        }
        return hardware;
    }

    /**
     * Returns the speed of one device, by the directories on the device, and by the role if all devices of a role are
     * alike. Devices without bandwidths, and devices that share disks, are left out. Also returns the speed of a link
     * between the nodes, if the file declares it and disks are not emulated.
     */
    public SortedMap<String, RoleSpeed> speeds() {
        SortedMap<String, RoleSpeed> speeds = new TreeMap<>();
        if (network != null && network.bandwidth() != null && !(way instanceof SetupWay.Emulated)) {
            double link = network.bandwidth();
            speeds.put(RoleSpeed.NETWORK, new RoleSpeed(link, link, false));
        }
        for (StorageRole role : StorageRole.values()) {
            Set<Optional<RoleSpeed>> different =
                    devicesOf(role).stream().map(this::speed).collect(Collectors.toSet());
            if (different.size() == 1) {
                different.iterator().next().ifPresent(speed -> speeds.put(role.label(), speed));
            }
            for (DataDirectory directory : directories(role)) {
                speed(device(directory.device())).ifPresent(speed -> speeds.put(directory.path(), speed));
            }
        }
        return speeds;
    }

    private Optional<RoleSpeed> speed(StorageDevice device) {
        Long read = device.nominal().readBandwidth();
        Long write = device.nominal().writeBandwidth();
        boolean shared = device.isPartition()
                || devices.stream().anyMatch(other -> device.name().equals(other.disksOf()));
        if (shared || read == null || write == null) {
            return Optional.empty();
        }
        boolean platters = device.medium() == Medium.HDD;
        DeviceMechanics mechanics = device.nominal().mechanics();
        return Optional.of(
                mechanics.cache() == null || mechanics.bandwidthAfterCache() == null
                        ? new RoleSpeed((double) read, (double) write, platters)
                        : new RoleSpeed(read, write, platters, mechanics.cache(), mechanics.bandwidthAfterCache()));
    }

    private String titles(StorageRole role) {
        return devicesOf(role).stream()
                .map(device -> device.count() + " " + device.medium().title()
                        + (device.split().equals(Split.NONE)
                                ? ""
                                : " of " + directoriesPerInstance(device, role) + " directories"))
                .collect(Collectors.joining(" + "));
    }

    private static long writeBandwidth(StorageDevice device) {
        Long stated = device.nominal().writeBandwidth();
        if (stated == null) {
            throw new IllegalStateException("the write bandwidth of " + device.name() + " is not stated");
        }
        return stated;
    }

    /**
     * Returns all directories of a role on a node, ordered by device and instance. Devices without paths are left out.
     */
    public List<DataDirectory> directories(StorageRole role) {
        List<DataDirectory> directories = new ArrayList<>();
        for (StorageDevice device : devicesOf(role)) {
            if (device.paths().listed(role).isEmpty()) {
                addDerived(device, role, directories);
            } else {
                addListed(device, role, directories);
            }
        }
        return directories;
    }

    private void addDerived(StorageDevice device, StorageRole role, List<DataDirectory> to) {
        int split = directoriesPerInstance(device, role);
        int instance = 0;
        for (String mount : device.paths().mounts()) {
            instance++;
            for (int i = 1; i <= split; i++) {
                String name = split == 1 ? role.label() : role.label() + "-" + i;
                to.add(new DataDirectory(role, device.name(), instance, AbsolutePath.under(mount, name)));
            }
        }
    }

    private void addListed(StorageDevice device, StorageRole role, List<DataDirectory> to) {
        int split = directoriesPerInstance(device, role);
        List<String> listed = device.paths().listed(role);
        for (int i = 0; i < listed.size(); i++) {
            String path = listed.get(i);
            int mount = mountOf(path, device.paths().mounts());
            to.add(new DataDirectory(role, device.name(), mount >= 0 ? mount + 1 : i / split + 1, path));
        }
    }

    /** Returns the index of the longest mount point that contains a path; -1 if there is none. */
    static int mountOf(String path, List<String> mounts) {
        int found = -1;
        for (int i = 0; i < mounts.size(); i++) {
            String mount = mounts.get(i);
            if (AbsolutePath.isIn(path, mount)
                    && (found < 0 || mount.length() > mounts.get(found).length())) {
                found = i;
            }
        }
        return found;
    }

    /**
     * A group of equal devices with the same use.
     *
     * @param count number of instances in each node, at least 1
     * @param nominal the declared properties of one instance
     * @param split the number of directories of one instance
     * @param storage the storage type declared to HDFS
     * @param paths the paths of the instances
     * @param disksOf the name of the device on whose disks these partitions lie, instance by instance; null for whole disks
     */
    public record StorageDevice(
            String name,
            Medium medium,
            int count,
            NominalValues nominal,
            Split split,
            StorageType storage,
            DevicePaths paths,
            String disksOf) {
        public StorageDevice {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(medium, "medium");
            Objects.requireNonNull(nominal, "nominal");
            Objects.requireNonNull(split, "split");
            Objects.requireNonNull(storage, "storage");
            Objects.requireNonNull(paths, "paths");
            if (count < 1) {
                throw new IllegalArgumentException("a setup has an instance of each of its devices: " + count);
            }
        }

        /** Checks whether the instances are partitions of disks that another device of the setup represents. */
        public boolean isPartition() {
            return disksOf != null;
        }

        /** Returns a copy with the bandwidth of the disk. */
        StorageDevice withBandwidthOf(StorageDevice disk) {
            NominalValues same = new NominalValues(
                    nominal.capacity(),
                    disk.nominal.readBandwidth(),
                    disk.nominal.writeBandwidth(),
                    nominal.price(),
                    nominal.watts());
            return new StorageDevice(name, medium, count, same, split, storage, paths, disksOf);
        }
    }

    /** The medium of a device. */
    public enum Medium {
        HDD("HDD"),
        /** A device with flash memory on SATA, SAS or PCIe. */
        SSD("SSD"),
        NVME("NVMe"),
        /** A file system in memory. */
        RAM("RAM");

        private final String title;

        Medium(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        /** Returns the storage type for devices without a declared one. It is HDFS's own default, except for memory. */
        StorageType defaultStorage() {
            return this == RAM ? StorageType.RAM_DISK : StorageType.DISK;
        }

        static Medium parse(String text) throws NotUnderstoodException {
            return AllowedValues.of(
                            "kind of device", values(), medium -> medium.name().toLowerCase(Locale.ROOT))
                    .parse(text);
        }
    }

    /**
     * The network between the nodes. Undeclared values are null.
     *
     * @param interfaceName name of every node's network interface in its operating system
     * @param bandwidth the nominal bytes per second
     * @param price the price of one node's card, in the setup's currency
     */
    public record NetworkLink(String interfaceName, Long bandwidth, Double price) {}

    /**
     * A directory of HDFS or of the shuffle on every node.
     *
     * @param device the name of its device in the setup
     * @param instance the number of the instance, from 1
     * @param path the absolute path
     */
    public record DataDirectory(StorageRole role, String device, int instance, String path) {}

    /**
     * The declared properties of one device. Undeclared values are null.
     *
     * @param capacity bytes
     * @param readBandwidth sequential bytes per second
     * @param writeBandwidth sequential bytes per second
     * @param price the price in the setup's currency
     * @param watts the power that the device draws when it is busy
     * @param mechanics the properties that the laboratory emulates in addition to the bandwidths
     */
    public record NominalValues(
            Long capacity,
            Long readBandwidth,
            Long writeBandwidth,
            Double price,
            Double watts,
            DeviceMechanics mechanics) {
        public static final NominalValues NONE = new NominalValues(null, null, null, null, null);

        public NominalValues {
            Objects.requireNonNull(mechanics, "mechanics");
        }

        /** Returns the properties of a device whose mechanics the file does not state. */
        public NominalValues(Long capacity, Long readBandwidth, Long writeBandwidth, Double price, Double watts) {
            this(capacity, readBandwidth, writeBandwidth, price, watts, DeviceMechanics.NONE);
        }
    }

    /**
     * The way in which a device moves bytes, as far as the laboratory emulates it. Undeclared values are null.
     *
     * @param innerBandwidth the bytes per second at the end of a disk with platters
     * @param seek with platters the time to move the head, otherwise the latency of a request
     * @param parallel the requests that a device without platters serves at once
     * @param cache the bytes that an idle device without platters writes at its nominal bandwidth
     * @param bandwidthAfterCache the bytes per second that the device writes after these bytes
     */
    public record DeviceMechanics(
            Long innerBandwidth, Duration seek, Integer parallel, Long cache, Long bandwidthAfterCache) {
        public static final DeviceMechanics NONE = new DeviceMechanics(null, null, null, null, null);
    }

    /**
     * The number of directories that a role has on each instance of a device. HDFS and the shuffle rotate through their
     * directories, so each directory gets the same number of bytes. A device gets bytes in proportion to its number of
     * directories.
     */
    public sealed interface Split {
        /** Each role has one directory. */
        Split NONE = new DirectoryCount(1);

        /** The file states the number, at least 1. */
        record DirectoryCount(int count) implements Split {
            static final int MOST = 100;

            public DirectoryCount {
                if (count < 1) {
                    throw new IllegalArgumentException("a device has at least one directory: " + count);
                }
            }
        }

        /**
         * The device's write bandwidth divided by the write bandwidth of the slowest device of the role, rounded down.
         * With 1300 MB/s and 120 MB/s, the number is 10, as in Cloudera's paper (Figure 6).
         */
        record ByBandwidth() implements Split {
            /** The name of this split in files. */
            static final String LABEL = "by-bandwidth";
        }

        static Split parse(String text) throws NotUnderstoodException {
            if (text.equals(ByBandwidth.LABEL)) {
                return new ByBandwidth();
            }
            try {
                return new DirectoryCount(
                        WholeNumber.between(1, DirectoryCount.MOST).parse(text));
            } catch (NotUnderstoodException e) {
                boolean isWord = text.chars().anyMatch(Character::isLetter);
                throw new NotUnderstoodException(
                        e.getMessage(),
                        "a whole number from 1 to " + DirectoryCount.MOST + ", or " + ByBandwidth.LABEL,
                        isWord ? ByBandwidth.LABEL : "");
            }
        }
    }

    /**
     * The paths of a device's instances on every node. All paths are absolute. Undeclared lists are empty.
     *
     * @param mounts the mount points, one for each instance
     * @param hdfs the directories of HDFS, which replace those derived from the mount points
     * @param shuffle the directories of the shuffle, in the same way
     */
    public record DevicePaths(List<String> mounts, List<String> hdfs, List<String> shuffle) {
        public static final DevicePaths NONE = new DevicePaths(List.of(), List.of(), List.of());

        public DevicePaths {
            mounts = List.copyOf(mounts);
            hdfs = List.copyOf(hdfs);
            shuffle = List.copyOf(shuffle);
        }

        /** Returns the directories that the file lists for a role. */
        public List<String> listed(StorageRole role) {
            Objects.requireNonNull(role, "role");
            return role == StorageRole.HDFS ? hdfs : shuffle;
        }
    }

    /**
     * A setup's requirements for nodes and daemons, except for devices. A value that is null is not demanded.
     *
     * @param daemons the settings that the daemons must report, by key; empty if none are demanded
     * @param hosts the names of the only nodes that are verified, measured and used; empty for all nodes of the cluster
     * @param count the number of nodes
     * @param sockets physical processors of each node
     * @param threads hardware threads of each node
     * @param memory bytes of memory of each node
     */
    public record NodeDemands(
            SortedMap<String, String> daemons,
            List<String> hosts,
            Integer count,
            Integer sockets,
            Integer threads,
            Long memory) {
        public static final NodeDemands NONE = new NodeDemands(new TreeMap<>(), List.of(), null, null, null, null);

        public NodeDemands {
            daemons = Collections.unmodifiableSortedMap(new TreeMap<>(daemons));
            hosts = List.copyOf(hosts);
        }

        /** Returns these demands for some nodes only. */
        public NodeDemands on(List<String> only) {
            return new NodeDemands(daemons, only, count, sockets, threads, memory);
        }
    }
}
