package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.layout.Device;
import org.spindlebench.analysis.layout.DeviceRoles;
import org.spindlebench.analysis.layout.NodeLayout;

/**
 * Devices of one sort, on any node, that are set differently. Of one sort are those that serve HDFS or the shuffle and agree in type, model,
 * size and whether they rotate; volumes and RAIDs in type and kind.
 */
final class LikeDevices {
    private static final long KIB = 1024;

    /** What devices of one sort should agree in. */
    private enum Setting {
        SCHEDULER("scheduler", Device.Queue::scheduler),
        READ_AHEAD("read_ahead_kb", queue -> kib(queue.readAhead())),
        LARGEST("max_sectors_kb", queue -> kib(queue.maxRequest())),
        REQUESTS("nr_requests", queue -> text(queue.requests()));

        private final String file;

        // Functions do not change.
        @SuppressWarnings("ImmutableEnumChecker")
        private final Function<Device.Queue, String> value;

        Setting(String file, Function<Device.Queue, String> value) {
            this.file = file;
            this.value = value;
        }

        private static String kib(Long bytes) {
            return bytes == null ? null : text(bytes / KIB);
        }

        private static String text(Long number) {
            return number == null ? null : number.toString();
        }
    }

    private record Placed(String node, Device device) {}

    private LikeDevices() {}

    static void of(List<NodeLayout> layouts, NodeAdvice.Notes notes) {
        Map<String, List<Placed>> sorts = new TreeMap<>();
        for (NodeLayout layout : layouts) {
            DeviceRoles roles = DeviceRoles.of(layout);
            for (Device device : layout.devices()) {
                if (device.queue() != null && !roles.role(device.name()).roles().isEmpty()) {
                    sorts.computeIfAbsent(sort(device), sort -> new ArrayList<>())
                            .add(new Placed(layout.node(), device));
                }
            }
        }
        sorts.forEach((sort, devices) -> {
            for (Setting setting : Setting.values()) {
                compare(sort, setting, devices, notes);
            }
        });
    }

    private static String sort(Device device) {
        if (!"disk".equals(device.type())) {
            return device.type() + (device.kind() == null ? "" : " " + device.kind());
        }
        Device.Hardware hardware = device.hardware();
        String model = hardware == null || hardware.model() == null ? "disk" : hardware.model();
        String size = device.size() == null ? "" : String.format(Locale.ROOT, " of %.1f GB", device.size() / 1e9);
        boolean flash = hardware != null && Boolean.FALSE.equals(hardware.rotational());
        return model + size + (flash ? ", not rotating" : "");
    }

    /** The value that most have is taken for the one that is meant. */
    private static void compare(String sort, Setting setting, List<Placed> devices, NodeAdvice.Notes notes) {
        Map<String, Long> counts = devices.stream()
                .map(placed -> setting.value.apply(placed.device().queue()))
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(value -> value, TreeMap::new, Collectors.counting()));
        if (counts.size() < 2) {
            return;
        }
        String usual = counts.entrySet().stream()
                .max(Comparator.comparing((Map.Entry<String, Long> entry) -> entry.getValue())
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .orElseThrow()
                .getKey();
        for (Placed placed : devices) {
            String value = setting.value.apply(placed.device().queue());
            if (value != null && !value.equals(usual)) {
                String name = placed.device().name();
                notes.add(
                        placed.node(),
                        name + " has " + setting.file + " " + value + ", and " + counts.get(usual) + " of "
                                + devices.size() + " of its sort (" + sort + ") have " + usual,
                        "devices that are compared should be set alike",
                        "echo " + usual + " > /sys/block/" + name.replace('/', '!') + "/queue/" + setting.file);
            }
        }
    }
}
