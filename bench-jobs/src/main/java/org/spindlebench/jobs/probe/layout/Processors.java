package org.spindlebench.jobs.probe.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processors of {@code /proc/cpuinfo}. Architectures differ in what they say there; the rest is looked up in {@code /sys}. */
final class Processors {
    private static final Pattern LINE = Pattern.compile("(?m)^([^:\\n\\t]+)\\s*:[ \\t]*(.*)$");

    private final HostFiles files;

    private final Set<String> sockets = new HashSet<>();
    private final Set<String> cores = new HashSet<>();
    private final Map<String, String> last = new HashMap<>();
    private int threads;
    private boolean everywhere = true;

    private Processors(HostFiles files) {
        this.files = files;
    }

    static void describe(HostFiles files, Finding.Builder to) {
        String text = files.text("/proc/cpuinfo", "the processors");
        Processors processors = new Processors(files);
        processors.read(text == null ? "" : text);
        to.with("cpuModel", processors.model())
                .with("cpuThreads", processors.threads == 0 ? null : String.valueOf(processors.threads))
                .with("cpuSockets", processors.counted(processors.sockets))
                .with("cpuCores", processors.counted(processors.cores));
    }

    private void read(String text) {
        for (String block : text.split("\n\\s*\n")) {
            Map<String, String> lines = new HashMap<>();
            for (Matcher line = LINE.matcher(block); line.find(); ) {
                lines.putIfAbsent(line.group(1).trim(), line.group(2).trim());
            }
            String number = lines.get("processor");
            last.putAll(lines);
            if (number != null && number.matches("\\d+")) {
                threads++;
                place(lines, "/sys/devices/system/cpu/cpu" + number + "/topology/");
            }
        }
    }

    private void place(Map<String, String> lines, String topology) {
        String socket = lines.get("physical id");
        String core = lines.get("core id");
        if (socket == null || core == null) {
            socket = files.text(topology + "physical_package_id", "the processor's socket");
            core = files.text(topology + "core_id", "the processor's core");
        }
        // -1 stands for not known.
        if (socket == null || core == null || socket.startsWith("-") || core.startsWith("-")) {
            everywhere = false;
            return;
        }
        sockets.add(socket);
        cores.add(socket + " " + core);
    }

    private String counted(Set<String> places) {
        return everywhere && !places.isEmpty() ? String.valueOf(places.size()) : null;
    }

    /** ARM's say who made them and which part they are, and have no name. */
    private String model() {
        for (String key : new String[] {"model name", "cpu model", "cpu", "Processor"}) {
            if (last.containsKey(key)) {
                return last.get(key);
            }
        }
        String implementer = last.get("CPU implementer");
        return implementer == null ? null : "implementer " + implementer + " part " + last.get("CPU part");
    }
}
