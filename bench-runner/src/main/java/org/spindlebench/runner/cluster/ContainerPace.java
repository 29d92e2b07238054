package org.spindlebench.runner.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How many containers YARN's scheduler grants on a node at each of the node's heartbeats.
 *
 * @param heartbeat the time between two heartbeats of a node
 * @param anyHost the most containers at a heartbeat for requests for any host, or {@link #UNLIMITED}
 * @param oneHost the most containers at a heartbeat for requests for the node's host, or {@link #UNLIMITED}
 * @param key the key that limits {@code anyHost}
 * @param assumed the keys that the ResourceManager does not show, so that Hadoop's defaults are assumed
 */
public record ContainerPace(Duration heartbeat, int anyHost, int oneHost, String key, List<String> assumed) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    private static final String CAPACITY = "yarn.scheduler.capacity.";
    private static final String ASYNCHRONOUS = CAPACITY + "schedule-asynchronously.enable";
    private static final String OFF_SWITCH = CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments";
    private static final String MULTIPLE = CAPACITY + "per-node-heartbeat.multiple-assignments-enabled";
    private static final String MOST = CAPACITY + "per-node-heartbeat.maximum-container-assignments";
    private static final String FAIR = "yarn.scheduler.fair.";

    public ContainerPace {
        assumed = List.copyOf(assumed);
    }

    /** Returns the pace with the defaults of the CapacityScheduler of Hadoop 3.0 to 3.4. */
    public static ContainerPace usual() {
        return new SchedulerSettings(key -> "").capacity(HEARTBEAT, "");
    }

    static ContainerPace read(ResourceManagerWeb web, Duration heartbeat) {
        SchedulerSettings settings =
                new SchedulerSettings(key -> web.schedulerSetting(key).orElse(""));
        return web.isFair()
                ? settings.fair(heartbeat)
                : settings.capacity(heartbeat, web.version().orElse(""));
    }

    /** Returns about how long it takes to start this many containers on a node. */
    public Duration start(int containers, boolean named) {
        int most = named ? oneHost : anyHost;
        return heartbeat.multipliedBy(containers / most + (containers % most == 0 ? 0 : 1));
    }

    /** Reads a scheduler's settings, and lists those that are unknown. */
    private static final class SchedulerSettings {
        private final Function<String, String> values;
        private final List<String> assumed = new ArrayList<>();

        SchedulerSettings(Function<String, String> values) {
            this.values = values;
        }

        private String value(String key, String otherwise) {
            String value = values.apply(key).trim();
            if (value.isEmpty()) {
                assumed.add(key);
            }
            return value.isEmpty() ? otherwise : value;
        }

        private boolean isOn(String key, boolean otherwise) {
            return Boolean.parseBoolean(value(key, String.valueOf(otherwise)));
        }

        /** Returns a limit, which a number below 1 lifts. */
        private int limit(String key, int otherwise) {
            String value = value(key, String.valueOf(otherwise));
            return value.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(value) : UNLIMITED;
        }

        ContainerPace capacity(Duration heartbeat, String version) {
            // Asynchronous scheduling, the default from Hadoop 3.5 on, does not wait for heartbeats.
            boolean fromNowOn = version.matches("(3\\.([5-9]|\\d\\d)|[4-9])\\b.*");
            if (isOn(ASYNCHRONOUS, fromNowOn)) {
                return new ContainerPace(heartbeat, UNLIMITED, UNLIMITED, OFF_SWITCH, assumed);
            }
            int each = isOn(MULTIPLE, true) ? limit(MOST, 100) : 1;
            int stated = limit(OFF_SWITCH, 1);
            // YARN takes 1 in place of a smaller number here.
            int offSwitch = stated == UNLIMITED ? 1 : stated;
            return new ContainerPace(
                    heartbeat, Math.min(each, offSwitch), each, each < offSwitch ? MULTIPLE : OFF_SWITCH, assumed);
        }

        ContainerPace fair(Duration heartbeat) {
            boolean continuous = isOn(FAIR + "continuous-scheduling-enabled", false);
            String key = FAIR + "assignmultiple";
            int each = continuous ? UNLIMITED : isOn(key, false) ? limit(FAIR + "max.assign", UNLIMITED) : 1;
            return new ContainerPace(heartbeat, each, each, key, assumed);
        }
    }
}
