package org.spindlebench.jobs.probe.layout;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the block devices of paths through the mounts that contain them. */
final class Locations {
    private static final String TELLS = "which device a directory is on";
    private static final Set<String> IN_MEMORY = new HashSet<>(Arrays.asList("tmpfs", "ramfs", "devtmpfs"));
    private static final Set<String> REMOTE = new HashSet<>(Arrays.asList(
            "nfs",
            "nfs4",
            "cifs",
            "smb3",
            "ceph",
            "lustre",
            "beegfs",
            "gpfs",
            "afs",
            "glusterfs",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.ceph-fuse",
            "fuse.sshfs"));
    private static final Set<String> LAYERS = new HashSet<>(Arrays.asList("overlay", "aufs", "fuse.fuse-overlayfs"));

    private final HostFiles files;
    private final Mounts mounts;

    Locations(HostFiles files) {
        this.files = files;
        this.mounts = new Mounts(files.text("/proc/self/mountinfo", TELLS));
    }

    /** The mount and the devices of a path. */
    static final class PathLocation {
        private final Mounts.Mount mount;
        private final List<String> devices;
        private final String noDevice;
        private final String unknown;

        private PathLocation(Mounts.Mount mount, List<String> devices, String noDevice, String unknown) {
            this.mount = mount;
            this.devices = devices;
            this.noDevice = noDevice;
            this.unknown = unknown;
        }

        private static PathLocation on(Mounts.Mount mount, List<String> devices) {
            return new PathLocation(mount, devices, null, null);
        }

        private static PathLocation without(Mounts.Mount mount, String noDevice) {
            return new PathLocation(mount, Collections.emptyList(), noDevice, null);
        }

        private static PathLocation unknown(Mounts.Mount mount, String reason) {
            return new PathLocation(mount, Collections.emptyList(), null, reason);
        }

        /** Returns the mount; null if unknown. */
        Mounts.Mount mount() {
            return mount;
        }

        /** Returns the directories below {@code /sys/devices}, several if the file system uses several devices. */
        List<String> devices() {
            return devices;
        }

        /**
         * Returns why the path is not on a block device of this node; null if it is on a block device, or if this is
         * unknown.
         */
        String noDevice() {
            return noDevice;
        }

        /** Returns the reason why the device is unknown; null if it is known. */
        String unknown() {
            return unknown;
        }
    }

    /** @param path absolute, without links */
    PathLocation of(String path) {
        Mounts.Mount mount = mounts.of(path);
        if (mount == null) {
            return PathLocation.unknown(null, "/proc/self/mountinfo does not say which mount the path is on");
        }
        String type = mount.type();
        if (!mount.majorMinor().startsWith("0:")) {
            String link = "/sys/dev/block/" + mount.majorMinor();
            HostFiles.Real device = files.real(link);
            return device.exists()
                    ? PathLocation.on(mount, Collections.singletonList(device.path()))
                    : PathLocation.unknown(mount, link + " does not exist");
        }
        if (type.equals("btrfs")) {
            List<String> devices = btrfs(mount.source());
            return devices.isEmpty()
                    ? PathLocation.unknown(mount, "btrfs: its source " + mount.source() + " is not a known device")
                    : PathLocation.on(mount, devices);
        }
        if (IN_MEMORY.contains(type)) {
            return PathLocation.without(mount, type + ": in memory");
        }
        if (REMOTE.contains(type)) {
            return PathLocation.without(mount, type + ": on the network");
        }
        return PathLocation.unknown(mount, reason(type));
    }

    private static String reason(String type) {
        if (LAYERS.contains(type)) {
            return type + ": its layers are on other file systems, which the mount does not name";
        }
        if (type.equals("zfs")) {
            return "zfs: the kernel does not say which devices the pool is made of";
        }
        return type + ": a file system without a block device of its own";
    }

    /**
     * Returns the device with a name such as {@code /dev/mapper/data-one}, without opening it.
     *
     * @return the device's directory below {@code /sys/devices}; null if no block device has this name
     */
    String named(String source) {
        if (!source.startsWith("/dev/")) {
            return null;
        }
        String file = files.real(source).path().replaceFirst("^/dev/", "");
        String device = inSys(file.replace('/', '!'));
        String mapped = source.startsWith("/dev/mapper/") ? mapped(source.substring("/dev/mapper/".length())) : null;
        return device == null ? mapped : device;
    }

    private String mapped(String name) {
        for (String device : files.names("/sys/class/block", TELLS)) {
            String file = "/sys/class/block/" + device + "/dm/name";
            if (device.startsWith("dm-") && name.equals(files.text(file, TELLS))) {
                return inSys(device);
            }
        }
        return null;
    }

    private String inSys(String name) {
        HostFiles.Real device = files.real("/sys/class/block/" + name);
        return !name.isEmpty() && device.exists() ? device.path() : null;
    }

    /**
     * Returns all devices of the btrfs file system. The mount names only one of them, but the kernel lists the others.
     * Returns none if any of them is unknown.
     */
    private List<String> btrfs(String source) {
        List<String> devices = new ArrayList<>();
        String device = named(source);
        if (device != null) {
            for (String member : members(device.substring(device.lastIndexOf('/') + 1))) {
                devices.add(inSys(member));
            }
        }
        if (devices.contains(null)) {
            devices.clear();
        }
        return devices;
    }

    private List<String> members(String device) {
        for (String id : files.names("/sys/fs/btrfs", TELLS)) {
            List<String> members = files.names("/sys/fs/btrfs/" + id + "/devices", TELLS);
            if (members.contains(device)) {
                return members;
            }
        }
        return Collections.singletonList(device);
    }

    /** Describes the mount, file system and devices of paths. */
    static final class MountedPaths {
        private final HostFiles files;
        private final Locations locations;
        private final BlockDevices devices;

        MountedPaths(HostFiles files, Locations locations, BlockDevices devices) {
            this.files = files;
            this.locations = locations;
            this.devices = devices;
        }

        /** Adds all information about a path except its role. */
        void describe(String path, Finding.Builder to) {
            if (!path.startsWith("/")) {
                to.with("unknown", "the path is relative to an unknown directory");
                return;
            }
            HostFiles.Real real = files.real(path);
            to.with("realPath", real.path());
            if (real.state() != HostFiles.Real.State.HIDDEN) {
                to.with("exists", String.valueOf(real.exists()));
            }
            locate(real.path(), to);
            if (real.exists()) {
                File local = files.local(real.path()).toFile();
                to.with("readable", String.valueOf(Files.isReadable(local.toPath())))
                        .with("blockBytes", blockBytes(local.toPath()))
                        .with("totalBytes", positive(local.getTotalSpace()))
                        .with("usableBytes", local.getTotalSpace() > 0 ? String.valueOf(local.getUsableSpace()) : null);
            }
        }

        /** Adds all information about a device such as {@code /dev/dm-1}, for example one for swap. */
        void describeDevice(String device, Finding.Builder to) {
            String sys = locations.named(device);
            if (sys == null) {
                to.with("unknown", device + " is not a known device");
            } else {
                lieOn(Collections.singletonList(sys), to);
            }
        }

        private void locate(String realPath, Finding.Builder to) {
            Locations.PathLocation location = locations.of(realPath);
            Mounts.Mount mount = location.mount();
            if (mount != null) {
                to.with("mountPoint", mount.point())
                        .with("fileSystem", mount.type())
                        .with("mountOptions", mount.options())
                        .with("superOptions", mount.superOptions())
                        .with("source", mount.source())
                        .with("majorMinor", mount.majorMinor());
            }
            to.with("noDevice", location.noDevice()).with("unknown", location.unknown());
            lieOn(location.devices(), to);
        }

        private void lieOn(List<String> sys, Finding.Builder to) {
            List<String> names = new ArrayList<>();
            sys.forEach(device -> names.add(devices.add(device)));
            to.with("devices", names).with("disks", devices.disks(names));
        }

        /** Returns the size of the file system's blocks; null if unknown. Java 8 cannot read it. */
        private static String blockBytes(Path path) {
            try {
                Object size = FileStore.class.getMethod("getBlockSize").invoke(Files.getFileStore(path));
                return positive((Long) size);
            } catch (IOException | ReflectiveOperationException | RuntimeException unknown) {
                return null;
            }
        }

        /** Converts a number to text. The JDK returns 0 for an unknown number. */
        private static String positive(long bytes) {
            return bytes > 0 ? String.valueOf(bytes) : null;
        }
    }
}
