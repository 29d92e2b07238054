package org.spindlebench.runner.run;

import java.util.Locale;
import java.util.OptionalDouble;
import org.spindlebench.analysis.layout.NodeLayout;

/** Advice on the settings and the state of a node's operating system. */
final class SystemAdvice {
    /** SanDisk's. */
    private static final double SWAPPINESS = 20;

    /** SanDisk's. */
    private static final double OPEN_FILES = 16384;

    private static final double CLOCK = 1;
    private static final double LOAD_PER_THREAD = 0.5;

    private final NodeLayout layout;
    private final NodeAdvice.Notes notes;

    private SystemAdvice(NodeLayout layout, NodeAdvice.Notes notes) {
        this.layout = layout;
        this.notes = notes;
    }

    static void of(NodeLayout layout, NodeAdvice.Notes notes) {
        SystemAdvice advice = new SystemAdvice(layout, notes);
        advice.swappiness();
        advice.openFiles();
        advice.hugePages("enabled");
        advice.hugePages("defrag");
        advice.governor();
        advice.clock();
        advice.load();
    }

    private void note(String found, String recommended, String command) {
        notes.add(layout.node(), found, recommended, command);
    }

    private void swappiness() {
        if (number("vm.swappiness").orElse(0) > SWAPPINESS) {
            note(
                    "vm.swappiness is " + layout.settings().get("vm.swappiness"),
                    "SanDisk measured with 20, Cloudera recommends 1 to 10, best 1",
                    "sysctl -w vm.swappiness=1");
        }
    }

    private void openFiles() {
        if (number("limits.open_files.soft").orElse(OPEN_FILES) < OPEN_FILES) {
            note(
                    "a process may open " + layout.settings().get("limits.open_files.soft") + " files",
                    "SanDisk measured with 16384; it takes a restart of the daemons, and LimitNOFILE=16384 where systemd starts them",
                    "echo '* - nofile 16384' > /etc/security/limits.d/90-hadoop.conf");
        }
    }

    private void hugePages(String file) {
        if ("always".equals(layout.settings().get("transparent_hugepage." + file))) {
            note(
                    "transparent_hugepage/" + file + " is always",
                    "Cloudera recommends never",
                    "echo never > /sys/kernel/mm/transparent_hugepage/" + file);
        }
    }

    private void governor() {
        String governors = layout.settings().get("cpufreq.scaling_governor");
        if (governors != null && !governors.equals("performance")) {
            note(
                    "the processors' frequency governor is " + governors.replace(",", " and "),
                    "with performance their clock does not depend on what ran before",
                    "cpupower frequency-set -g performance");
        }
    }

    private void clock() {
        Double offset = layout.clockOffset();
        if (offset != null && Math.abs(offset) > CLOCK) {
            note(
                    String.format(
                            Locale.ROOT,
                            "the clock is %.1f s %s the NameNode's",
                            Math.abs(offset),
                            offset > 0 ? "ahead of" : "behind"),
                    "what nodes do is matched with jobs by time: let NTP set all clocks",
                    "chronyc makestep");
        }
    }

    private void load() {
        OptionalDouble load = number("loadavg.1");
        Long threads = layout.cpu() == null ? null : layout.cpu().threads();
        if (load.isPresent() && threads != null && load.getAsDouble() > threads * LOAD_PER_THREAD) {
            note(
                    String.format(
                            Locale.ROOT,
                            "the load average is %.1f on %d hardware threads before anything was started",
                            load.getAsDouble(),
                            threads),
                    "something else runs there: let it end, or look what it is",
                    "ps -eo pcpu,pid,user,args --sort=-pcpu | head");
        }
    }

    /** Empty where it is not known, or is a word such as unlimited. */
    private OptionalDouble number(String setting) {
        try {
            String value = layout.settings().get(setting);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value));
        } catch (NumberFormatException word) {
            return OptionalDouble.empty();
        }
    }
}
