package org.spindlebench.runner.collect.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
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
 * @param storage the masters' reports on storage that has dropped out, by daemon or host; empty if none has
 * @param masters the states of masters that stand in for each other, such as {@code active}, by the master's kind and
 * address; empty if it does not answer. Of masters of one kind, {@code begun} contains only the active one.
 */
public record ClusterMembership(
        SortedMap<String, Long> begun, SortedMap<String, String> storage, SortedMap<String, String> masters) {

    private static final String DATA_NODE = "the DataNode ";
    private static final String ACTIVE = "the active ";
    private static final String SOUND = "no more faults";

    /** Reads the list of daemons again at each call. */
    public interface MembershipSource {
        ClusterMembership call() throws IOException, InterruptedException;
    }

    public ClusterMembership {
        begun = new TreeMap<>(begun);
        storage = new TreeMap<>(storage);
        masters = new TreeMap<>(masters);
    }

    /** Creates a list of daemons without masters that stand in for each other. */
    public ClusterMembership(SortedMap<String, Long> begun, SortedMap<String, String> storage) {
        this(begun, storage, new TreeMap<>());
    }

    /** Creates a list of daemons with sound storage. */
    public ClusterMembership(SortedMap<String, Long> begun) {
        this(begun, new TreeMap<>());
    }

    /** Describes the daemons that were listed earlier and are now gone or do not answer. New daemons do not matter. */
    public List<String> awaySince(ClusterMembership earlier) {
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

    /**
     * Describes the storage that has failed, or works again, since the earlier list was read. The daemons of failed
     * storage continue with their other directories.
     */
    public List<String> ailingSince(ClusterMembership earlier) {
        return earlier.storage.entrySet().stream()
                .filter(before -> !storage.getOrDefault(before.getKey(), before.getValue())
                        .equals(before.getValue()))
                .map(before -> before.getKey() + " reports on its storage: "
                        + (storage.get(before.getKey()).isEmpty() ? SOUND : storage.get(before.getKey())))
                .toList();
    }

    /** Returns the listed DataNodes that are not among those heard from, given as {@code host:port}. */
    public List<String> unheard(Collection<String> heard) {
        return begun.keySet().stream()
                .filter(daemon -> daemon.startsWith(DATA_NODE) && !heard.contains(daemon.substring(DATA_NODE.length())))
                .toList();
    }

    /** Describes storage that has failed since the earlier list was read, without storage that works again. */
    public List<String> faultsSince(ClusterMembership earlier) {
        return ailingSince(earlier).stream()
                .filter(fault -> !fault.endsWith(SOUND))
                .toList();
    }

    /**
     * Describes the parts that this list does not show, whose loss Spindle would not see; empty if it shows all
     * daemons.
     */
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

    /**
     * Describes the masters whose state has changed. As long as one master of a kind is active, this is not a loss.
     *
     * @param earlier the earlier list; null to report everything that is not as it should be now
     */
    public List<String> changedMasters(ClusterMembership earlier) {
        List<String> changed = new ArrayList<>();
        masters.forEach((master, now) -> {
            String before = earlier == null ? now : earlier.masters.getOrDefault(master, now);
            if (now.isEmpty() && (earlier == null || !before.isEmpty())) {
                changed.add(master + " does not answer");
            } else if (!now.equals(before)) {
                changed.add(master + " is now " + now.toLowerCase(Locale.ROOT));
            }
        });
        return changed;
    }

    /** Describes the daemons that were listed earlier and have restarted since then. */
    public List<String> restartedSince(ClusterMembership earlier) {
        return earlier.begun.entrySet().stream()
                .filter(before -> before.getValue() != 0
                        && begun.getOrDefault(before.getKey(), 0L) != 0
                        && !before.getValue().equals(begun.get(before.getKey())))
                .map(before -> before.getKey()
                        + (before.getKey().startsWith(ACTIVE) ? " has changed or was restarted" : " was restarted"))
                .toList();
    }

    /** A kind of master. A cluster may have several masters of a kind, which stand in for each other. */
    enum MasterKind {
        NAME_NODE("NameNode", NameNodeWeb::state),
        RESOURCE_MANAGER("ResourceManager", ResourceManagerWeb::state);

        private final String label;

        // The function is a static method.
        @SuppressWarnings("ImmutableEnumChecker")
        private final Function<String, Optional<String>> state;

        MasterKind(String label, Function<String, Optional<String>> state) {
            this.label = label;
            this.state = state;
        }

        /**
         * Returns the web service of the only master, or of the active one, by name. If no master is active, the
         * address is empty.
         *
         * @param states receives the states of masters that stand in for each other
         */
        Map<String, String> webs(List<String> addresses, SortedMap<String, String> states) throws InterruptedException {
            if (addresses.size() < 2) {
                return addresses.stream().collect(Collectors.toMap(this::name, web -> web));
            }
            List<Callable<Optional<String>>> questions = new ArrayList<>();
            addresses.forEach(web -> questions.add(() -> state.apply(web)));
            List<Future<Optional<String>>> answers = Deadlines.ask(questions);
            String active = "";
            SortedMap<String, String> found = new TreeMap<>();
            for (int i = 0; i < answers.size(); i++) {
                String now = stateOf(answers.get(i));
                found.put(name(addresses.get(i)), now);
                active = "active".equalsIgnoreCase(now) ? addresses.get(i) : active;
            }
            // If no master answers, the web services may be closed to this client.
            if (!found.values().stream().allMatch(String::isEmpty)) {
                states.putAll(found);
            }
            return Map.of(ACTIVE + label, active);
        }

        private static String stateOf(Future<Optional<String>> answer) throws InterruptedException {
            try {
                return answer.get().orElse("");
            } catch (ExecutionException | CancellationException unanswered) {
                return "";
            }
        }

        private String name(String web) {
            return "the " + label + " " + web.substring(web.indexOf("//") + 2);
        }
    }

    /**
     * Reads the list of daemons. The masters list a lost daemon for ten more minutes, so Spindle asks each daemon for
     * the start of its process. A daemon that answered none of the first three times (a firewall, Kerberos on HTTP)
     * is not asked again.
     */
    public static final class MembershipReader implements ClusterMembership.MembershipSource {
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
        public MembershipReader(HadoopCluster cluster, HostSet hosts) {
            this.cluster = cluster;
            this.hosts = hosts;
        }

        @Override
        public ClusterMembership call() throws IOException, InterruptedException {
            // A reading that is abandoned may continue, so it has a map of its own.
            SortedMap<String, String> storage = new TreeMap<>();
            SortedMap<String, String> masters = new TreeMap<>();
            Map<String, String> webs =
                    Deadlines.io(() -> webs(storage, masters), LIMIT_OF_MASTERS, "the ResourceManager or the NameNode");
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
            return new ClusterMembership(begun, storage, masters);
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

        /**
         * @param storage receives the masters' reports on storage
         * @param masters receives the states of masters that stand in for each other
         */
        private Map<String, String> webs(SortedMap<String, String> storage, SortedMap<String, String> masters)
                throws IOException, InterruptedException {
            Map<String, String> webs = new TreeMap<>();
            String scheme = WebAppUtils.getHttpSchemePrefix(cluster.configuration());
            try {
                List<NodeReport> nodes = cluster.yarn().getNodeReports(NodeState.RUNNING);
                nodes.stream()
                        .filter(node -> matters(node.getNodeId().getHost()))
                        .forEach(node -> webs.put(FailedStorage.nodeManager(node), scheme + node.getHttpAddress()));
                storage.putAll(FailedStorage.reports(nodes, cluster.configuration(), this::matters));
            } catch (YarnException e) {
                throw new IOException("cannot read the list of nodes: " + e.getMessage(), e);
            }
            NameNodeWeb.dataNodes(cluster.configuration()).stream()
                    .filter(node -> matters(node.host()))
                    .forEach(node -> webs.put(DATA_NODE + node.transfer(), String.valueOf(node.web())));
            // A master that restarts between two checks has lost leases, applications or both.
            webs.putAll(MasterKind.NAME_NODE.webs(NameNodeWeb.addresses(cluster.configuration()), masters));
            webs.putAll(
                    MasterKind.RESOURCE_MANAGER.webs(ResourceManagerWeb.addresses(cluster.configuration()), masters));
            return webs;
        }

        private boolean matters(String host) {
            return hosts == null || hosts.has(host);
        }
    }
}
