package org.spindlebench.jobs.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Assigns splits that have no data to hosts. YARN's CapacityScheduler may limit a node to one container per heartbeat,
 * but only for containers that ask for no host. MapReduce still runs a map elsewhere if its host stays full.
 */
public final class SplitHosts {
    /** The key of the hosts, each with its number of maps that run at once, such as {@code a=12,b=11}. */
    public static final String KEY = "spindle.split.hosts";

    private static final String[] NONE = {};

    private SplitHosts() {}

    /** Returns the value of {@link #KEY}. Hosts without room for a map are left out. */
    public static String text(Map<String, Integer> room) {
        return room.entrySet().stream()
                .filter(host -> host.getValue() > 0)
                .map(host -> host.getKey() + "=" + host.getValue())
                .collect(Collectors.joining(","));
    }

    /**
     * Removes the key from a job's settings, and returns the locations of each of its splits, in order. Containers read
     * the job's settings, and need none of the hosts.
     */
    public static List<String[]> take(Configuration conf, int splits) {
        List<SplitHost> hosts = new ArrayList<>();
        for (String host : conf.getTrimmedStrings(KEY)) {
            int end = host.lastIndexOf('=');
            if (end < 1 || !host.substring(end + 1).matches("[1-9][0-9]{0,8}")) {
                throw new IllegalArgumentException(KEY + ": `" + host + "` is not like `host=12`");
            }
            hosts.add(new SplitHost(
                    new String[] {host.substring(0, end)}, Integer.parseInt(host.substring(end + 1)), hosts.size()));
        }
        conf.unset(KEY);
        return spread(hosts, splits);
    }

    /**
     * Gives each split to the host with the most room for each of its splits (highest averages). So no host gets more
     * splits than it has room for while another host has room.
     */
    private static List<String[]> spread(List<SplitHost> hosts, int splits) {
        PriorityQueue<SplitHost> next = new PriorityQueue<>(hosts);
        List<String[]> spread = new ArrayList<>(splits);
        for (int split = 0; split < splits; split++) {
            SplitHost host = next.poll();
            spread.add(host == null ? NONE : host.name);
            if (host != null) {
                host.given++;
                next.add(host);
            }
        }
        return spread;
    }

    private static final class SplitHost implements Comparable<SplitHost> {
        private final String[] name;
        private final int room;
        private final int order;
        private int given;

        SplitHost(String[] name, int room, int order) {
            this.name = name;
            this.room = room;
            this.order = order;
        }

        @Override
        public int compareTo(SplitHost other) {
            int byRoom = Long.compare((long) other.room * (given + 1), (long) room * (other.given + 1));
            return byRoom == 0 ? Integer.compare(order, other.order) : byRoom;
        }
    }
}
