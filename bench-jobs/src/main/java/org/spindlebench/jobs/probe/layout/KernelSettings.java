package org.spindlebench.jobs.probe.layout;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the operating system is set to, by the names of {@code sysctl} where it has one; and its load, which is as it is at the moment. */
final class KernelSettings {
    private static final String[] VM = {
        "swappiness",
        "dirty_ratio",
        "dirty_background_ratio",
        "dirty_bytes",
        "dirty_background_bytes",
        "dirty_expire_centisecs",
        "zone_reclaim_mode"
    };
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\S+)\\s+(\\S+)");
    private static final String PROCESSORS = "/sys/devices/system/cpu";

    private final HostFiles files;
    private final Consumer<Finding> to;

    private KernelSettings(HostFiles files, Consumer<Finding> to) {
        this.files = files;
        this.to = to;
    }

    static void read(HostFiles files, Consumer<Finding> to) {
        KernelSettings settings = new KernelSettings(files, to);
        for (String name : VM) {
            settings.found("vm." + name, files.text("/proc/sys/vm/" + name, "vm." + name));
        }
        settings.hugePages("enabled");
        settings.hugePages("defrag");
        settings.governors();
        settings.openFiles();
        settings.load();
    }

    private void found(String name, String value) {
        if (value != null && !value.isEmpty()) {
            to.accept(new Finding.Builder("setting", name).with("value", value).build());
        }
    }

    /** Red Hat's version 6 has a directory of its own. */
    private void hugePages(String file) {
        String name = "transparent_hugepage." + file;
        String text = files.text("/sys/kernel/mm/transparent_hugepage/" + file, name);
        String redHat = text == null ? files.text("/sys/kernel/mm/redhat_transparent_hugepage/" + file, name) : null;
        found(name, BlockDevices.chosen(text == null ? redHat : text));
    }

    private void governors() {
        SortedSet<String> governors = new TreeSet<>();
        List<String> names = files.names(PROCESSORS, "cpufreq.scaling_governor");
        for (String name : names) {
            String file = PROCESSORS + "/" + name + "/cpufreq/scaling_governor";
            // A processor that is switched off does not say.
            String governor = name.matches("cpu\\d+") ? files.textIfAny(file, "cpufreq.scaling_governor") : null;
            if (governor != null) {
                governors.add(governor);
            }
        }
        found("cpufreq.scaling_governor", String.join(",", governors));
    }

    /** Of this process: it has them from whoever started it, such as the NodeManager. */
    private void openFiles() {
        String limits = files.text("/proc/self/limits", "limits.open_files");
        Matcher line = OPEN_FILES.matcher(limits == null ? "" : limits);
        if (line.find()) {
            found("limits.open_files.soft", line.group(1));
            found("limits.open_files.hard", line.group(2));
        }
    }

    private void load() {
        String text = files.text("/proc/loadavg", "loadavg");
        String[] words = text == null ? new String[0] : text.split(" ");
        String[] minutes = {"1", "5", "15"};
        for (int i = 0; i < minutes.length && i < words.length; i++) {
            found("loadavg." + minutes[i], words[i]);
        }
    }
}
