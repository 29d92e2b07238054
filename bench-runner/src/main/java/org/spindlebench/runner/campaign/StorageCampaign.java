package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.runner.campaign.CampaignRequest.StorageChoice;
import org.spindlebench.runner.campaign.ProbeStart.Shown;
import org.spindlebench.runner.campaign.ResolvedVisit.VisitHosts;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.check.Estimator;
import org.spindlebench.runner.check.PastRuns;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.plan.SmallPlan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.process.Leased;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Cooling.LocalCooling;
import org.spindlebench.runner.run.Eviction;

/**
 * Gives a suite that measures storage the sizes and the cooling that this needs, as far as a running cluster has room
 * for the sizes and permits the cooling. Each node gets 1.5 times the memory of the largest node, but at least the
 * suite's own size. The plan takes at most half of the free space, and no more than the user's limits.
 */
final class StorageCampaign {
    /** Data of this many times the memory does not stay in the page cache. */
    static final double OF_MEMORY = 1.5;

    /**
     * The share of the free space that the plan takes. It is less than the share that Spindle refuses, because others
     * write meanwhile.
     */
    static final double SHARE = 0.9 * Consent.MOST_OF_OWN;

    private static final Duration DROP = Duration.ofMinutes(2);
    private static final double GB = 1e9;
    private static final long MB = 1_000_000;

    private StorageCampaign() {}

    /** Returns the request with the chosen sizes and way of cooling. Other requests stay as they are. */
    static CampaignRequest of(CampaignRequest request)
            throws IOException, InterruptedException, ClusterUnreachableException {
        StorageChoice choice = request.chosen();
        if (choice.equals(StorageChoice.NOTHING)) {
            return request;
        }
        request.err().println("Looking at the nodes, because the suite measures storage ...");
        List<NodesLook> looks = new ArrayList<>();
        for (VisitRequest visit : request.firstVisits()) {
            looks.add(OpenCluster.with(visit, session -> look(visit, session)));
        }
        NodesLook all = looks.stream().reduce(NodesLook::and).orElseThrow();
        if (choice.cooling()) {
            request.err().println(all.describeCooling());
            all.way().ifPresent(way -> request.options().imply("--cold", way));
        }
        if (!choice.sizes()) {
            return request;
        }
        long bytes = all.bytesPerNode(request.options().measuring.cold() instanceof Cold.Evict);
        request.err().println(all.describe(bytes));
        return request.with(SmallPlan.scaled(request.plan(), bytes / all.stated()));
    }

    /** Looks at the nodes of one setup, as they are now. */
    private static NodesLook look(VisitRequest visit, ClusterConnection session)
            throws IOException, InterruptedException {
        ResolvedVisit resolved = ResolvedVisit.of(visit, session);
        CampaignSettings settings = resolved.settings();
        Map<String, String> refused = new LinkedHashMap<>();
        List<NodeLayout> layouts = probed(visit, resolved, session, refused);
        boolean here = VisitHosts.areThis(resolved.environment().shape());
        boolean writable = Files.isWritable(LocalCooling.DROP_CACHES);
        refused.put(
                "local",
                !here
                        ? "nodes are on other hosts than this one"
                        : writable ? "" : "this user may not write " + LocalCooling.DROP_CACHES);
        Eviction eviction = (Eviction) ResolvedVisit.cooling(
                new Cold.Evict(OptionalLong.empty()), here, session.cluster(), Optional.ofNullable(settings.hosts()));
        Estimate estimate = new Estimator(
                        ClusterAccess.of(session.cluster()),
                        resolved.sizing(),
                        settings,
                        PastRuns.read(visit.options().out, resolved.environment()))
                .estimate();
        GuestLimits limits = settings.guest();
        Long free = within(estimate.hdfs().free(), limits.hdfs());
        double decoys = share(eviction.storedBytes(), free);
        String full = decoys > SHARE / 2 ? "decoys larger than memory take too much of the free space" : "";
        refused.put("evict", eviction.problems().isEmpty() ? full : String.join("; ", eviction.problems()));
        List<Long> memory = layouts.stream()
                .map(NodeLayout::memory)
                .filter(Objects::nonNull)
                .toList();
        return new NodesLook(
                (memory.isEmpty() ? eviction.memoryByHost().values() : memory)
                        .stream().mapToLong(Long::longValue).max(),
                refused,
                share(estimate.hdfs().bytes() - settings.cooling().storedBytes(), free)
                        + share(estimate.local().bytesPerNode(), within(freeLocal(layouts), limits.local())),
                decoys,
                visit.visit().runs().stream()
                        .mapToDouble(run -> run.size().scope() == Size.Scope.PER_NODE
                                ? run.size().bytes()
                                : resolved.sizing().size(run).bytesPerNode())
                        .min()
                        .orElseThrow());
    }

    /**
     * Returns what the probe finds on the nodes; empty if the probe does not start. The checks then report the reason.
     *
     * @param refused receives why the probe cannot drop caches
     */
    private static List<NodeLayout> probed(
            VisitRequest visit, ResolvedVisit resolved, ClusterConnection session, Map<String, String> refused)
            throws InterruptedException {
        ProbeStart start = new ProbeStart(
                visit, resolved, session.cluster(), Leased.NOT_NEEDED, visit.err()::println, Shown.nothing());
        UntilSignal signal = new UntilSignal();
        try {
            try (Probe probe = start.begin()) {
                boolean tries = visit.command() == Command.RUN;
                refused.put(
                        "yarn",
                        !visit.campaign().chosen().cooling()
                                ? ""
                                : tries ? whyNotByProbe(probe) : "`run` tries it, because that drops caches");
                return probe.layouts();
            } finally {
                start.cleanUp();
            }
        } catch (IOException e) {
            refused.put("yarn", "the probe did not work: " + FailureMessage.of(e));
            return List.of();
        } finally {
            signal.close();
        }
    }

    private static String whyNotByProbe(Probe probe) throws InterruptedException {
        return probe.dropCaches(DROP)
                .map(failed -> FewNames.of(failed.entrySet().stream()
                        .map(node -> node.getKey() + ": " + node.getValue())
                        .toList()))
                .orElse("no containers of a probe are on the nodes");
    }

    /** Returns the free bytes of the local directories of the node that has the least; null if no node is known. */
    private static Long freeLocal(List<NodeLayout> layouts) {
        return layouts.stream()
                .map(node -> node.directories().stream()
                        .filter(directory -> directory.role().equals(RoleIo.SHUFFLE) && directory.usable() != null)
                        .collect(Collectors.toMap(
                                directory -> String.valueOf(directory.mountPoint()), Directory::usable, Math::min)))
                .filter(stores -> !stores.isEmpty())
                .map(stores ->
                        stores.values().stream().mapToLong(Long::longValue).sum())
                .min(Long::compare)
                .orElse(null);
    }

    /**
     * Returns the free bytes, or fewer bytes, so that {@link #SHARE} of them is within the limit; null if both are
     * unknown.
     */
    static Long within(Long free, Long limit) {
        if (limit == null) {
            return free;
        }
        long most = (long) (limit / SHARE);
        return free == null ? (Long) most : (Long) Math.min(free, most);
    }

    private static double share(long bytes, Long free) {
        return free == null ? 0 : bytes / Math.max(1.0, free);
    }

    /**
     * What the nodes of all setups have and permit.
     *
     * @param memory bytes of memory of the node with the most memory; empty if unknown
     * @param refused the reason why each way of cooling is not possible, the best way first; an empty text if the way
     *     is possible
     * @param taken the share of the free space that the plan takes at the suite's sizes, in HDFS and local directories
     *     together, since both may be on the same devices
     * @param decoys the share of the free space in HDFS that decoys would take
     * @param stated the suite's bytes per node, the smallest of all runs
     */
    record NodesLook(OptionalLong memory, Map<String, String> refused, double taken, double decoys, double stated) {
        NodesLook and(NodesLook other) {
            Map<String, String> either = new LinkedHashMap<>(refused);
            other.refused.forEach((way, why) -> either.merge(way, why, (one, two) -> one.isEmpty() ? two : one));
            return new NodesLook(
                    other.memory.orElse(0) > memory.orElse(0) ? other.memory : memory,
                    either,
                    Math.max(taken, other.taken),
                    Math.max(decoys, other.decoys),
                    Math.min(stated, other.stated));
        }

        /** Returns the best way of cooling that is possible; empty if there is none. */
        Optional<String> way() {
            return refused.keySet().stream()
                    .filter(way -> refused.get(way).isEmpty())
                    .findFirst();
        }

        String describeCooling() {
            String before = refused.entrySet().stream()
                    .takeWhile(way -> !way.getValue().isEmpty())
                    .map(way -> way.getKey() + " (" + way.getValue() + ")")
                    .collect(Collectors.joining("; "));
            return way().map(way -> "Cooling: --cold " + way + ".")
                            .orElse("Cooling: none, so caches stay WARM. --cold command='...' may do it.")
                    + (before.isEmpty() ? "" : " Not possible: " + before + ".");
        }

        private double wanted() {
            return Math.max(stated, OF_MEMORY * memory.orElse(0));
        }

        /** Returns the chosen bytes, in whole MB. */
        long bytesPerNode(boolean evicts) {
            double room = stated * (SHARE - (evicts ? decoys : 0)) / taken;
            return Math.max(1, (long) (Math.min(wanted(), room) / MB)) * MB;
        }

        String describe(long bytes) {
            String text = String.format(
                    Locale.ROOT,
                    "Sizes: %.2f GB per node%s. ",
                    bytes / GB,
                    bytes < wanted() - MB
                            ? ", because the plan takes at most half of the free space, and no more than --max-hdfs and"
                                    + " --max-local permit"
                            : "");
            if (memory.isEmpty()) {
                return text + "The memory of the nodes is unknown, so the data may fit in it.";
            }
            double of = (double) bytes / memory.getAsLong();
            return text
                    + String.format(
                            Locale.ROOT,
                            "That is %.2f times the memory of the largest node, %.2f GB%s.",
                            of,
                            memory.getAsLong() / GB,
                            of < 1 ? ": these runs measure memory more than storage" : "");
        }
    }
}
