package org.spindlebench.jobs.probe.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes block devices, from those below a directory down to the physical disks. Their names are those in
 * {@code /proc/diskstats}. In file names, the kernel writes {@code !} instead of {@code /}.
 */
final class BlockDevices {
    /** The bytes of a sector in {@code size}. Devices may have sectors of another size. */
    private static final int SECTOR = 512;

    private static final Pattern NVME_HEAD = Pattern.compile("nvme(\\d+)n(\\d+)");
    private static final Pattern NVME_PATH = Pattern.compile("nvme\\d+c\\d+n\\d+");
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");

    private final HostFiles files;
    private final Locations locations;
    private final SortedMap<String, Finding> found = new TreeMap<>();
    private final SortedMap<String, List<String>> below = new TreeMap<>();
    private final SortedSet<String> uncounted = new TreeSet<>();

    BlockDevices(HostFiles files, Locations locations) {
        this.files = files;
        this.locations = locations;
    }

    /** Returns all devices that were added, and all devices below them. */
    Collection<Finding> findings() {
        return found.values();
    }

    /**
     * Returns the found devices whose requests the kernel does not count. An NVMe disk with several paths is counted at
     * the paths, at the disk itself, or at both.
     */
    SortedSet<String> uncounted() {
        return uncounted;
    }

    /**
     * Adds a device and all devices below it.
     *
     * @param sys the device's directory below {@code /sys/devices}
     * @return the device's name
     */
    String add(String sys) {
        String name = sys.substring(sys.lastIndexOf('/') + 1).replace('!', '/');
        if (below.containsKey(name)) {
            return name;
        }
        below.put(name, Collections.emptyList());
        Finding.Builder device = new Finding.Builder("device", name);
        List<String> paths = paths(name);
        List<String> on = on(sys, name, device);
        below.put(name, on);
        String type = type(sys, name, on);
        device.with("type", type).with("on", on).with("paths", paths);
        describe(sys, device);
        queue(sys, device);
        if (isUncounted(sys, type, on) && uncounted.containsAll(paths)) {
            uncounted.add(name);
        }
        found.put(name, device.build());
        return name;
    }

    /** Returns the physical disks below the given devices. */
    SortedSet<String> disks(Collection<String> devices) {
        SortedSet<String> disks = new TreeSet<>();
        for (String device : devices) {
            List<String> on = below.getOrDefault(device, Collections.emptyList());
            Finding finding = found.get(device);
            if (!on.isEmpty()) {
                disks.addAll(disks(on));
            } else if (finding != null && "disk".equals(finding.attributes().get("type"))) {
                disks.add(device);
            }
        }
        return disks;
    }

    private List<String> on(String sys, String name, Finding.Builder device) {
        List<String> on = new ArrayList<>();
        if (files.exists(sys + "/partition")) {
            on.add(add(sys.substring(0, sys.lastIndexOf('/'))));
            return on;
        }
        for (String slave : files.names(sys + "/slaves", "the devices below " + name)) {
            HostFiles.Real real = files.real(sys + "/slaves/" + slave);
            if (real.exists() && !NVME_PATH.matcher(slave).matches()) {
                on.add(add(real.path()));
            }
        }
        String file = files.text(sys + "/loop/backing_file", "the file behind " + name);
        if (file != null) {
            device.with("backingFile", file);
            Locations.PathLocation location =
                    locations.of(files.real(Mounts.unescaped(file)).path());
            device.with("noDevice", location.noDevice()).with("unknown", location.unknown());
            location.devices().forEach(sysOfFile -> on.add(add(sysOfFile)));
        }
        return on;
    }

    /** A partition has no queue of its own. Older kernels count the requests of volumes regardless of this file. */
    private boolean isUncounted(String sys, String type, List<String> on) {
        if (type.equals("partition")) {
            return uncounted.containsAll(on);
        }
        return Arrays.asList("disk", "path", "loop").contains(type)
                && "0".equals(files.text(sys + "/queue/iostats", "whether its requests are counted"));
    }

    private String type(String sys, String name, List<String> on) {
        if (files.exists(sys + "/partition")) {
            return "partition";
        }
        if (files.exists(sys + "/dm")) {
            return "dm";
        }
        if (files.exists(sys + "/md")) {
            return "raid";
        }
        if (name.startsWith("loop")) {
            return "loop";
        }
        if (name.matches("(zram|ram)\\d+")) {
            return "memory";
        }
        if (NVME_PATH.matcher(name).matches()) {
            return "path";
        }
        return on.isEmpty() ? "disk" : "stacked";
    }

    /** Returns an NVMe disk's paths: hidden devices, one per controller, where some kernels count requests. */
    private List<String> paths(String name) {
        Matcher head = NVME_HEAD.matcher(name);
        List<String> paths = new ArrayList<>();
        if (!head.matches()) {
            return paths;
        }
        Pattern path = Pattern.compile("nvme" + head.group(1) + "c\\d+n" + head.group(2));
        for (String other : files.names("/sys/class/block", "the paths to " + name)) {
            HostFiles.Real real = files.real("/sys/class/block/" + other);
            if (path.matcher(other).matches() && real.exists()) {
                paths.add(add(real.path()));
            }
        }
        return paths;
    }

    private void describe(String sys, Finding.Builder device) {
        String size = files.text(sys + "/size", "its size");
        device.with("majorMinor", files.text(sys + "/dev", "its number"))
                .with("sizeBytes", isNumber(size) ? String.valueOf(Long.parseLong(size) * SECTOR) : null)
                .with("removable", flag(sys + "/removable"))
                .with("dmName", files.text(sys + "/dm/name", "the volume's name"))
                .with("dmKind", mapperKind(files.text(sys + "/dm/uuid", "the volume's kind")))
                .with("level", files.text(sys + "/md/level", "the RAID's level"));
        if (files.exists(sys + "/partition")) {
            String start = files.text(sys + "/start", "where it starts");
            device.with("startBytes", isNumber(start) ? String.valueOf(Long.parseLong(start) * SECTOR) : null)
                    .with("alignmentOffset", files.text(sys + "/alignment_offset", "whether it is aligned"));
            return;
        }
        String hardware = sys + "/device/";
        String revision = files.text(hardware + "firmware_rev", "its firmware's revision");
        device.with("model", files.text(hardware + "model", "its model"))
                .with("vendor", files.text(hardware + "vendor", "its vendor"))
                .with("firmware", revision == null ? files.text(hardware + "rev", "its firmware's revision") : revision)
                .with("queueDepth", files.text(hardware + "queue_depth", "its queue's depth"))
                .with("temperatureMillis", temperature(hardware));
    }

    private void queue(String sys, Finding.Builder device) {
        String queue = sys + "/queue/";
        String scheduler = files.text(queue + "scheduler", "its scheduler");
        device.with("rotational", flag(queue + "rotational"))
                .with("scheduler", chosen(scheduler))
                .with("readAheadKb", files.text(queue + "read_ahead_kb", "its read-ahead"))
                .with("maxSectorsKb", files.text(queue + "max_sectors_kb", "its largest request size"))
                .with("nrRequests", files.text(queue + "nr_requests", "its queue's length"))
                .with("logicalBlockSize", files.text(queue + "logical_block_size", "its block size"))
                .with("writeCache", files.text(queue + "write_cache", "its write cache"));
    }

    /** Returns thousandths of a degree Celsius. The location of the sensor's directory depends on the kernel. */
    private String temperature(String hardware) {
        for (String directory : new String[] {hardware, hardware + "hwmon/"}) {
            for (String name : files.names(directory, "its temperature")) {
                String file = directory + name + "/temp1_input";
                String millis = name.matches("hwmon\\d+") ? files.textIfAny(file, "its temperature") : null;
                if (millis != null) {
                    return millis;
                }
            }
        }
        return null;
    }

    private String flag(String path) {
        String text = files.text(path, "whether it is " + path.substring(path.lastIndexOf('/') + 1));
        return text == null ? null : String.valueOf(text.equals("1"));
    }

    /** Returns the choice in brackets, or the whole text if there are no brackets. */
    static String chosen(String choices) {
        Matcher chosen = CHOSEN.matcher(choices == null ? "" : choices);
        return chosen.find() ? chosen.group(1) : choices;
    }

    /** Returns the part before the first dash, converted to the terms of {@code dmsetup} and {@code lsblk}. */
    private static String mapperKind(String uuid) {
        if (uuid == null || uuid.indexOf('-') < 1) {
            return null;
        }
        String kind = uuid.substring(0, uuid.indexOf('-')).toLowerCase(Locale.ROOT);
        return kind.matches("part\\d+") ? "part" : kind;
    }

    private static boolean isNumber(String text) {
        return text != null && text.matches("\\d{1,15}");
    }
}
