package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * What storage every node of a cluster has, what of it HDFS and the shuffle use, and how that is brought about. It is what a
 * file declares: what is in force is another matter.
 *
 * @param source where it was read
 * @param name under which its runs are recorded
 * @param description one sentence for {@code list setups}
 * @param currency of its prices, such as {@code USD}; null where no price is stated
 * @param devices in the file's order
 * @param hdfs names of the devices that HDFS uses
 * @param shuffle names of the devices that the shuffle uses
 * @param network between the nodes; null where nothing is stated
 * @param way how it is brought about
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
        SetupWay way) {
    public StorageSetup {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(way, "way");
        devices = List.copyOf(devices);
        hdfs = List.copyOf(hdfs);
        shuffle = List.copyOf(shuffle);
    }

    /**
     * The device of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StorageDevice device(String wanted) {
        return devices.stream()
                .filter(device -> device.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no device " + wanted));
    }

    /** The devices that serve a role, in the file's order. */
    public List<StorageDevice> devicesOf(StorageRole role) {
        List<String> names = Objects.requireNonNull(role, "role") == StorageRole.HDFS ? hdfs : shuffle;
        return devices.stream().filter(device -> names.contains(device.name())).toList();
    }

    /**
     * The devices on which a role puts what Spindle's jobs write: those that serve it, but under a storage policy only those of
     * the policy's storage types.
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
     * How many directories of a role lie on each instance of a device that serves it.
     *
     * @throws IllegalStateException where it follows from bandwidths, and one of them is not stated
     */
    public int directoriesPerInstance(StorageDevice device, StorageRole role) {
        if (device.split() instanceof Split.Directories stated) {
            return stated.count();
        }
        long slowest = Long.MAX_VALUE;
        for (StorageDevice serving : devicesOf(role)) {
            slowest = Math.min(slowest, writeBandwidth(serving));
        }
        return (int) Math.min(Split.Directories.MOST, Math.max(1, writeBandwidth(device) / slowest));
    }

    private static long writeBandwidth(StorageDevice device) {
        Long stated = device.nominal().writeBandwidth();
        if (stated == null) {
            throw new IllegalStateException("the write bandwidth of " + device.name() + " is not stated");
        }
        return stated;
    }

    /** All directories of a role on a node, device by device and instance by instance; without those of devices that have no paths. */
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

    /** The index of the mount point under which a path lies, the longest of several; -1 where none is. */
    static int mountOf(String path, List<String> mounts) {
        int found = -1;
        for (int i = 0; i < mounts.size(); i++) {
            boolean isLonger =
                    found < 0 || mounts.get(i).length() > mounts.get(found).length();
            if (AbsolutePath.isIn(path, mounts.get(i)) && isLonger) {
                found = i;
            }
        }
        return found;
    }

    /**
     * Devices of one kind that are used alike.
     *
     * @param name in its setup
     * @param medium its kind
     * @param count instances in each node, at least 1
     * @param nominal what is stated of one
     * @param split how many directories lie on one
     * @param storage what HDFS is told that it is
     * @param paths where the instances are found
     */
    public record StorageDevice(
            String name,
            Medium medium,
            int count,
            NominalFigures nominal,
            Split split,
            StorageType storage,
            DevicePaths paths) {
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
    }

    /** What a device stores on. */
    public enum Medium {
        HDD("HDD"),
        /** Flash, behind SATA, SAS or PCIe. */
        SSD("SSD"),
        NVME("NVMe"),
        /** A file system in memory. */
        RAM("RAM");

        private final String title;

        Medium(String title) {
            this.title = title;
        }

        /** As tables name it. */
        public String title() {
            return title;
        }

        /** What HDFS is told that it is where the file says nothing: HDFS's own default, but for memory. */
        StorageType defaultStorage() {
            return this == RAM ? StorageType.RAM_DISK : StorageType.DISK;
        }

        static Medium parse(String text) throws NotUnderstoodException {
            return valueOf(Words.of("kind of device", labels()).parse(text).toUpperCase(Locale.ROOT));
        }

        private static List<String> labels() {
            return Arrays.stream(values())
                    .map(medium -> medium.name().toLowerCase(Locale.ROOT))
                    .toList();
        }
    }

    /**
     * The network between the nodes. Null where nothing is stated.
     *
     * @param interfaceName of every node's card, as its operating system calls it
     * @param bandwidth nominal bytes per second
     * @param price of one node's card, in the setup's currency
     */
    public record NetworkLink(String interfaceName, Long bandwidth, Double price) {}

    /**
     * A directory of HDFS or of the shuffle on every node.
     *
     * @param role what it holds
     * @param device the name of what it lies on, in its setup
     * @param instance which of these devices, from 1
     * @param path absolute
     */
    public record DataDirectory(StorageRole role, String device, int instance, String path) {}

    /**
     * What is stated of one device. Null where nothing is.
     *
     * @param capacity bytes
     * @param readBandwidth sequential bytes per second
     * @param writeBandwidth sequential bytes per second
     * @param price in the setup's currency
     * @param watts that it draws when it is busy
     */
    public record NominalFigures(Long capacity, Long readBandwidth, Long writeBandwidth, Double price, Double watts) {
        /** Nothing is stated. */
        public static final NominalFigures NONE = new NominalFigures(null, null, null, null, null);
    }

    /**
     * How many directories of a role lie on each instance of a device. HDFS and the shuffle go round their directories, so that
     * each gets as many bytes as any other, and a device as many times more as it has directories.
     */
    public sealed interface Split {
        /** One directory for each role. */
        Split NONE = new Directories(1);

        /**
         * A number that the file states.
         *
         * @param count at least 1
         */
        record Directories(int count) implements Split {
            static final int MOST = 100;

            public Directories {
                if (count < 1) {
                    throw new IllegalArgumentException("a device has a directory at least: " + count);
                }
            }
        }

        /**
         * In each role, as many as the device writes faster than the slowest that serves it, rounded down: then no directory of
         * the device is slower than one of the slowest. 1300 MB/s beside 120 MB/s makes the 10 of Cloudera's paper
         * (Figure 6).
         */
        record ByBandwidth() implements Split {
            /** What a file says for it. */
            static final String LABEL = "by-bandwidth";
        }

        static Split parse(String text) throws NotUnderstoodException {
            if (text.equals(ByBandwidth.LABEL)) {
                return new ByBandwidth();
            }
            try {
                return new Directories(WholeNumber.between(1, Directories.MOST).parse(text));
            } catch (NotUnderstoodException e) {
                boolean isWord = text.chars().anyMatch(Character::isLetter);
                throw new NotUnderstoodException(
                        e.getMessage(),
                        "a whole number from 1 to " + Directories.MOST + ", or " + ByBandwidth.LABEL,
                        isWord ? ByBandwidth.LABEL : "");
            }
        }
    }

    /**
     * Where the instances of a device are found on every node. All are absolute; all lists are empty where a file states none.
     *
     * @param mounts the mount points, one for each instance
     * @param hdfs HDFS's directories, in place of those that follow from the mount points
     * @param shuffle the shuffle's, likewise
     */
    public record DevicePaths(List<String> mounts, List<String> hdfs, List<String> shuffle) {
        /** Nothing is stated. */
        public static final DevicePaths NONE = new DevicePaths(List.of(), List.of(), List.of());

        public DevicePaths {
            mounts = List.copyOf(mounts);
            hdfs = List.copyOf(hdfs);
            shuffle = List.copyOf(shuffle);
        }

        /** The directories that the file lists for a role. */
        public List<String> listed(StorageRole role) {
            Objects.requireNonNull(role, "role");
            return role == StorageRole.HDFS ? hdfs : shuffle;
        }
    }
}
