package org.spindlebench.runner.collect.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.ResourceManagerWeb;

/**
 * The daemons of a cluster at one moment: the masters, and all that they list, each with the start time of its process.
 *
 * @param begun milliseconds since 1970, by the daemon's kind and address; 0 if its web service does not answer
 * @param storage what the masters know of storage that has dropped out, by daemon or host; empty if none has
 */
public record Roll(SortedMap<String, Long> begun, SortedMap<String, String> storage) {

    private static final String DATA_NODE = "the DataNode ";
    private static final String SOUND = "no faults any more";

    /** Reads the list of daemons anew at each call. */
    public interface Call {
        Roll call() throws IOException, InterruptedException;
    }

    public Roll {
        begun = new TreeMap<>(begun);
        storage = new TreeMap<>(storage);
    }

    /** Creates a list of daemons with sound storage. */
    public Roll(SortedMap<String, Long> begun) {
        this(begun, new TreeMap<>());
    }

    /** Returns whether the NameNode lists a DataNode, given as {@code host:port}, as alive. */
    public boolean lists(String dataNode) {
        return begun.containsKey(DATA_NODE + dataNode);
    }

    /** Returns this list without a DataNode, given as {@code host:port}. */
    public Roll without(String dataNode) {
        SortedMap<String, Long> others = new TreeMap<>(begun);
        others.remove(DATA_NODE + dataNode);
        return new Roll(others, storage);
    }

    /** Describes the daemons that were listed earlier and are now gone or do not answer. New daemons do not matter. */
    public List<String> awaySince(Roll earlier) {
        List<String> away = new ArrayList<>();
        earlier.begun.forEach((daemon, before) -> {
            Long now = begun.get(daemon);
            if (now == null) {
                away.add(daemon + " is gone");
            } else if (before != 0 && now == 0) {
                away.add(daemon + " no longer answers");
            }
        });
        return away;
    }

    /** Describes the storage that has dropped out since: a daemon goes on with its other directories. */
    public List<String> ailingSince(Roll earlier) {
        return earlier.storage.entrySet().stream()
                .filter(before -> !storage.getOrDefault(before.getKey(), before.getValue())
                        .equals(before.getValue()))
                .map(before -> before.getKey() + " reports of its storage: "
                        + (storage.get(before.getKey()).isEmpty() ? SOUND : storage.get(before.getKey())))
                .toList();
    }

    /** Returns the listed DataNodes that are not among those heard of, given as {@code host:port}. */
    public List<String> unheard(Collection<String> heard) {
        return begun.keySet().stream()
                .filter(daemon -> daemon.startsWith(DATA_NODE) && !heard.contains(daemon.substring(DATA_NODE.length())))
                .toList();
    }

    /** Describes storage that has dropped out since, without storage that works again. */
    public List<String> faultsSince(Roll earlier) {
        return ailingSince(earlier).stream()
                .filter(fault -> !fault.endsWith(SOUND))
                .toList();
    }

    /** Describes what this list does not show, so that a loss would not be seen; empty if it shows all daemons. */
    public List<String> unseen() {
        List<String> unseen = new ArrayList<>();
        begun.forEach((daemon, since) -> {
            if (since == 0) {
                unseen.add("when " + daemon + " started");
            }
        });
        if (begun.keySet().stream().noneMatch(daemon -> daemon.startsWith(DATA_NODE))) {
            unseen.add("which DataNodes live (the NameNode's web service does not answer)");
        }
        return unseen;
    }

    /** Describes the daemons that were listed earlier and have restarted since. */
    public List<String> restartedSince(Roll earlier) {
        return earlier.begun.entrySet().stream()
                .filter(before -> before.getValue() != 0
                        && begun.getOrDefault(before.getKey(), 0L) != 0
                        && !before.getValue().equals(begun.get(before.getKey())))
                .map(before -> before.getKey() + " was restarted")
                .toList();
    }

    /**
     * Reads the list of daemons. The masters list a lost daemon for ten more minutes, so each daemon
     * is asked when its process began. A daemon that has not answered three times, and never before (a firewall,
     * Kerberos on HTTP), is not asked again.
     */
    public static final class RollReader implements Roll.Call {
        private static final Duration LIMIT = Duration.ofSeconds(5);
        /** Hadoop's client waits two minutes for a master that is stopped. */
        private static final Duration LIMIT_OF_MASTERS = Duration.ofSeconds(15);

        private static final int TRIALS = 3;
        private static final String RUNTIME = "/jmx?qry=java.lang:type=Runtime";

        private final HadoopCluster cluster;
        private final HostSet hosts;
        private final Set<String> answered = new HashSet<>();
        private final Map<String, Integer> trials = new HashMap<>();

        /** @param hosts the hosts whose daemons matter; null for all */
        public RollReader(HadoopCluster cluster, HostSet hosts) {
            this.cluster = cluster;
            this.hosts = hosts;
        }

        @Override
        public Roll call() throws IOException, InterruptedException {
            // A look that is given up may go on, so it has a map of its own.
            SortedMap<String, String> storage = new TreeMap<>();
            Map<String, String> webs =
                    Deadlines.io(() -> webs(storage), LIMIT_OF_MASTERS, "the ResourceManager or the NameNode");
            List<String> daemons = webs.keySet().stream()
                    .filter(daemon -> answered.contains(daemon) || trials.getOrDefault(daemon, 0) < TRIALS)
                    .toList();
            List<Callable<Long>> questions = new ArrayList<>();
            daemons.forEach(daemon -> questions.add(() -> begun(webs.get(daemon))));
            List<Future<Long>> answers = Deadlines.ask(questions);
            SortedMap<String, Long> begun = new TreeMap<>();
            webs.keySet().forEach(daemon -> begun.put(daemon, 0L));
            for (int i = 0; i < daemons.size(); i++) {
                String daemon = daemons.get(i);
                long began = answer(answers.get(i));
                begun.put(daemon, began);
                if (began != 0) {
                    answered.add(daemon);
                } else if (!answers.get(i).isCancelled()) {
                    trials.merge(daemon, 1, Integer::sum);
                }
            }
            return new Roll(begun, storage);
        }

        private static long answer(Future<Long> answer) throws InterruptedException {
            try {
                return answer.get();
            } catch (ExecutionException | CancellationException unanswered) {
                return 0;
            }
        }

        private static long begun(String web) throws IOException {
            return DaemonWeb.json(web + RUNTIME, LIMIT)
                    .path("beans")
                    .path(0)
                    .path("StartTime")
                    .asLong(0);
        }

        /** @param storage what the masters say of storage is added here */
        private Map<String, String> webs(SortedMap<String, String> storage) throws IOException {
            Map<String, String> webs = new TreeMap<>();
            String scheme = WebAppUtils.getHttpSchemePrefix(cluster.configuration());
            try {
                for (NodeReport node : cluster.yarn().getNodeReports(NodeState.RUNNING)) {
                    if (matters(node.getNodeId().getHost())) {
                        // By default, the port of its id is another one after each restart.
                        String name = "the NodeManager " + node.getHttpAddress();
                        webs.put(name, scheme + node.getHttpAddress());
                        storage.put(
                                name,
                                Objects.requireNonNullElse(node.getHealthReport(), "")
                                        .strip());
                    }
                }
            } catch (YarnException e) {
                throw new IOException("cannot read the list of nodes: " + e.getMessage(), e);
            }
            NameNodeWeb.dataNodes(cluster.configuration()).stream()
                    .filter(node -> matters(node.host()))
                    .forEach(node -> webs.put(DATA_NODE + node.transfer(), String.valueOf(node.web())));
            // A master that restarts between two looks at it has lost leases, applications or both.
            NameNodeWeb.addresses(cluster.configuration())
                    .forEach(web -> webs.put("the NameNode " + withoutScheme(web), web));
            ResourceManagerWeb.addresses(cluster.configuration())
                    .forEach(web -> webs.put("the ResourceManager " + withoutScheme(web), web));
            NameNodeWeb.failedVolumes(cluster.configuration()).forEach((host, failed) -> {
                if (matters(host)) {
                    storage.put("HDFS on " + host, failed == 0 ? "" : failed + " failed volume(s)");
                }
            });
            return webs;
        }

        private static String withoutScheme(String web) {
            return web.substring(web.indexOf("//") + 2);
        }

        private boolean matters(String host) {
            return hosts == null || hosts.has(host);
        }
    }
}
