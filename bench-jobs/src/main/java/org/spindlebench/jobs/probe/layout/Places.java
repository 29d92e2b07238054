package org.spindlebench.jobs.probe.layout;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What paths lie on: mount, file system, devices. */
final class Places {
    private final HostFiles files;
    private final Locations locations;
    private final BlockDevices devices;

    Places(HostFiles files, Locations locations, BlockDevices devices) {
        this.files = files;
        this.locations = locations;
        this.devices = devices;
    }

    /** Tells of a path all but its role. */
    void describe(String path, Finding.Builder to) {
        if (!path.startsWith("/")) {
            to.with("unknown", "it is not absolute, and where it begins is not known");
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
                    .with("totalBytes", positive(local.getTotalSpace()))
                    .with("usableBytes", local.getTotalSpace() > 0 ? String.valueOf(local.getUsableSpace()) : null);
        }
    }

    /** @param device such as {@code /dev/dm-1}; as swap is */
    void describeDevice(String device, Finding.Builder to) {
        String sys = locations.named(device);
        if (sys == null) {
            to.with("unknown", device + " is no device that is known here");
        } else {
            lieOn(Collections.singletonList(sys), to);
        }
    }

    private void locate(String realPath, Finding.Builder to) {
        Locations.Location location = locations.of(realPath);
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

    /** The JDK says 0 where it does not know. */
    private static String positive(long bytes) {
        return bytes > 0 ? String.valueOf(bytes) : null;
    }
}
