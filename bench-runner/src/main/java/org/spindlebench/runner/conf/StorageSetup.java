package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
}
