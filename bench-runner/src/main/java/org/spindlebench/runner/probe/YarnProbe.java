package org.spindlebench.runner.probe;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.probe.Layouts.HostFindings;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/**
 * Watches every host of a cluster with an application that runs on the cluster's YARN. The client and the containers
 * communicate through HDFS.
 */
public final class YarnProbe implements Probe {
    private static final String REMEDY = "; use --probe off to run without device metrics";
    /** More restarts than this in a row mean that the application cannot live on this cluster. */
    private static final int MOST_RESTARTS = 3;

    /** After so many consecutive watched runs, earlier restarts no longer count. */
    private static final int GOOD_RUNS = 3;

    private static final Duration POLL = Duration.ofMillis(100);

    private final ProbeChannel channel;
    private final WatchingApplication application;
    private final Set<String> hosts;
    private final SortedMap<String, String> others;
    private final ProbeLimits limits;
    private final Consumer<String> notes;
    private List<NodeLayout> layouts = List.of();
    /** The boots of the nodes whose layouts were read, or could not be read. */
    private Set<String> boots = Set.of();
    /** The names of the nodes whose layouts are known. */
    private final Set<String> described = new TreeSet<>();

    private final boolean asked;
    private Set<String> promised = Set.of();
    private int restarts;
    private int goodRuns;
    private boolean givenUp;
    private boolean ended;

    /**
     * Time limits of a probe.
     *
     * @param lease the time between two renewals of the lease
     * @param told the time after which Spindle names the cause of its wait: an application that is not activated, with
     *     YARN's diagnostics, or hosts without a probe
     * @param activation time until Spindle stops waiting for activation
     * @param hosts time from activation until Spindle stops waiting for hosts without a probe
     * @param answer time until Spindle stops waiting for nodes without an answer
     */
    public record ProbeLimits(Duration lease, Duration told, Duration activation, Duration hosts, Duration answer) {
        /** Returns the limits for real clusters. */
        public static ProbeLimits usual(Duration lease) {
            return new ProbeLimits(
                    lease,
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    Duration.ofSeconds(50));
        }
    }

    /**
     * The hosts of a cluster.
     *
     * @param managed hosts with a NodeManager that the queue may use
     * @param others hosts that cannot get a container, such as hosts with only a DataNode, each with the reason
     * @param asked whether the user requested this probe; every run then needs the samples of every host that is
     *     reached at the beginning
     */
    public record ProbedHosts(Set<String> managed, Map<String, String> others, boolean asked) {
        public ProbedHosts {
            managed = Set.copyOf(managed);
            others = Map.copyOf(others);
        }
    }

    private YarnProbe(
            ProbeChannel channel,
            WatchingApplication application,
            ProbedHosts asked,
            ProbeLimits limits,
            Consumer<String> notes) {
        this.channel = channel;
        this.application = application;
        this.hosts = new TreeSet<>(asked.managed());
        this.others = new TreeMap<>(asked.others());
        this.asked = asked.asked();
        this.limits = limits;
        this.notes = notes;
    }

    /**
     * Begins to watch. Returns when every host is watched, or when Spindle has named the hosts that are not.
     *
     * @param places a directory that only this campaign uses, with the lists of hosts and directories
     * @throws IOException if the application does not start; the message contains YARN's diagnostics
     */
    public static YarnProbe begin(
            Storage storage,
            ProbePlaces places,
            WatchingApplication application,
            ProbedHosts asked,
            ProbeLimits limits,
            Consumer<String> notes)
            throws IOException, InterruptedException {
        YarnProbe probe =
                new YarnProbe(new ProbeChannel(storage, places, limits.answer()), application, asked, limits, notes);
        boolean begun = false;
        try {
            probe.start();
            begun = true;
        } finally {
            if (!begun) {
                probe.close();
            }
        }
        return probe;
    }

    private void start() throws IOException, InterruptedException {
        channel.open(limits.lease());
        application.submit();
        awaitActivation();
        awaitHosts();
        layouts = readLayouts();
        if (asked) {
            promised = channel.probed().values().stream().map(YarnProbe::name).collect(Collectors.toUnmodifiableSet());
        }
    }

    private void awaitActivation() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        boolean told = false;
        for (WatchingApplication.ApplicationStatus now = application.status();
                !now.running();
                now = application.status()) {
            long waited = System.nanoTime() - begin;
            if (now.over() || waited > limits.activation().toNanos()) {
                throw new IOException("the node probe, " + now.id() + ", "
                        + (now.over()
                                ? "ended before it ran"
                                : "was not activated within "
                                        + limits.activation().toSeconds() + " s")
                        + ": " + now.diagnostics() + REMEDY);
            }
            if (!told && waited > limits.told().toNanos()) {
                told = true;
                notes.accept("the node probe, " + now.id() + ", is still not activated after "
                        + limits.told().toSeconds() + " s: " + now.diagnostics());
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private void awaitHosts() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long deadline = begin + limits.hosts().toNanos();
        boolean told = false;
        List<String> unreached = unreached();
        while (!unreached.isEmpty() && System.nanoTime() < deadline) {
            if (!told && System.nanoTime() - begin > limits.told().toNanos()) {
                told = true;
                notes.accept("no probe yet on " + unreached.size() + " of " + hosts.size() + " hosts: "
                        + String.join(", ", unreached) + "; Spindle waits up to "
                        + limits.hosts().toSeconds() + " s for them");
            }
            WatchingApplication.ApplicationStatus now = application.status();
            if (now.over()) {
                throw new IOException("the node probe, " + now.id() + ", has ended: " + now.diagnostics() + REMEDY);
            }
            Thread.sleep(POLL.toMillis());
            unreached = unreached();
        }
        String none = "YARN gave it no container there within " + limits.hosts().toSeconds() + " s";
        SortedMap<String, String> without = new TreeMap<>(others);
        for (String host : unreached) {
            without.put(host, channel.end(host).orElse(none));
        }
        SortedMap<String, Set<String>> byReason = new TreeMap<>();
        without.forEach((host, why) ->
                byReason.computeIfAbsent(why, any -> new TreeSet<>()).add(host));
        byReason.forEach((why, which) -> notes.accept("warning: no probe on " + String.join(", ", which) + ": " + why
                + "; every record will lack the activity of these nodes and their devices"));
    }

    private List<String> unreached() throws IOException {
        Set<String> left = new TreeSet<>(hosts);
        channel.probed().values().forEach(left::removeAll);
        return List.copyOf(left);
    }

    @Override
    public List<NodeLayout> layouts() {
        return layouts;
    }

    @Override
    public List<String> withoutLayout() {
        Set<String> left = new TreeSet<>(hosts);
        left.addAll(others.keySet());
        left.removeAll(described);
        return List.copyOf(left);
    }

    /** Reads the layouts that can be read, and prints a note about each other layout. */
    private List<NodeLayout> readLayouts() throws IOException {
        HostFindings findings = channel.findings();
        List<NodeLayout> found = new ArrayList<>();
        SortedMap<String, Set<String>> probed = channel.probed();
        boots = Set.copyOf(probed.keySet());
        described.clear();
        for (Set<String> names : probed.values()) {
            try {
                found.add(findings.of(name(names), names));
                described.addAll(names);
            } catch (IOException | NumberFormatException e) {
                notes.accept("warning: the layout of " + name(names) + " is unknown: " + FailureMessage.of(e));
            }
        }
        return found;
    }

    @Override
    public String method() {
        return "yarn";
    }

    @Override
    public Set<String> promised() {
        return promised;
    }

    @Override
    public List<NodeSamples> window(Instant from, Instant to) throws InterruptedException {
        List<NodeSamples> nodes = new ArrayList<>();
        if (givenUp) {
            Stream.of(hosts, others.keySet())
                    .flatMap(Set::stream)
                    .map(NodeSamples::missing)
                    .forEach(nodes::add);
            return nodes;
        }
        try {
            SortedMap<String, Set<String>> watched = channel.probed();
            // A node that booted again may have other names for its devices.
            if (watched.size() != layouts.size() || !watched.keySet().equals(boots)) {
                layouts = readLayouts();
            }
            Set<String> answered = channel.ask(
                    ProbeRequest.window(channel.nextNumber(), channel.byNameNode(from)),
                    watched.keySet(),
                    limits.answer());
            goodRuns = !watched.isEmpty() && answered.containsAll(watched.keySet()) ? goodRuns + 1 : 0;
            Set<String> known = new TreeSet<>();
            watched.forEach((bootId, names) -> {
                known.addAll(names);
                nodes.add(
                        answered.contains(bootId)
                                ? channel.samples(name(names), bootId)
                                : NodeSamples.missing(name(names)));
            });
            hosts.stream()
                    .filter(host -> !known.contains(host))
                    .map(NodeSamples::missing)
                    .forEach(nodes::add);
        } catch (IOException e) {
            notes.accept("warning: cannot ask the probe for the nodes' samples: " + FailureMessage.of(e));
            nodes.clear();
            hosts.stream().map(NodeSamples::missing).forEach(nodes::add);
        }
        others.keySet().stream().map(NodeSamples::missing).forEach(nodes::add);
        return nodes;
    }

    private static String name(Set<String> hosts) {
        return hosts.iterator().next();
    }

    @Override
    public Optional<Flushed> flush(Duration limit) throws InterruptedException {
        if (givenUp) {
            return Optional.of(new Flushed(null, null, List.copyOf(hosts)));
        }
        try {
            SortedMap<String, Set<String>> watched = channel.probed();
            Set<String> answered = channel.ask(
                    ProbeRequest.flush(channel.nextNumber(), limit.toMillis()),
                    watched.keySet(),
                    limit.plus(limits.answer()));
            long left = 0;
            long most = 0;
            List<String> silent = new ArrayList<>(others.keySet());
            silent.addAll(unreached());
            for (Map.Entry<String, Set<String>> node : watched.entrySet()) {
                Long dirty = answered.contains(node.getKey()) ? channel.dirty(node.getKey()) : null;
                left += dirty == null ? 0 : dirty;
                most = Math.max(most, dirty == null ? 0 : dirty);
                if (dirty == null) {
                    silent.add(name(node.getValue()));
                }
            }
            return Optional.of(silent.isEmpty() ? new Flushed(left, most, silent) : new Flushed(null, null, silent));
        } catch (IOException e) {
            notes.accept("warning: cannot ask nodes to write their dirty pages: " + FailureMessage.of(e));
            return Optional.of(new Flushed(null, null, List.copyOf(hosts)));
        } finally {
            forget();
        }
    }

    @Override
    public boolean reread(Duration limit) throws InterruptedException {
        if (givenUp) {
            return false;
        }
        try {
            Set<String> watched = channel.probed().keySet();
            Set<String> answered = channel.ask(
                    ProbeRequest.reread(channel.nextNumber(), limit.toMillis()), watched, limit.plus(limits.answer()));
            return answered.containsAll(watched) && unreached().isEmpty();
        } catch (IOException e) {
            notes.accept("warning: cannot ask nodes to read jars again: " + FailureMessage.of(e));
            return false;
        } finally {
            forget();
        }
    }

    @Override
    public Optional<SortedMap<String, String>> dropCaches(Duration limit) throws InterruptedException {
        SortedMap<String, String> failed = new TreeMap<>(others);
        if (givenUp) {
            failed.put("the probe", "it has ended");
            return Optional.of(failed);
        }
        try {
            unreached().forEach(host -> failed.put(host, "it has no probe"));
            SortedMap<String, Set<String>> watched = channel.probed();
            Set<String> answered = channel.ask(
                    ProbeRequest.drop(channel.nextNumber(), limit.toMillis()),
                    watched.keySet(),
                    limit.plus(limits.answer()));
            for (Map.Entry<String, Set<String>> node : watched.entrySet()) {
                String why = answered.contains(node.getKey()) ? channel.text(node.getKey()) : "it did not answer";
                if (!why.isEmpty()) {
                    failed.put(name(node.getValue()), why);
                }
            }
        } catch (IOException e) {
            failed.put("the probe", FailureMessage.of(e));
        } finally {
            forget();
        }
        return Optional.of(failed);
    }

    /** Removes the request. Otherwise a container that starts later would answer it. */
    private void forget() {
        try {
            channel.forget();
        } catch (IOException e) {
            notes.accept("warning: the node probe: " + FailureMessage.of(e));
        }
    }

    @Override
    public void read() {
        if (givenUp) {
            return;
        }
        forget();
        try {
            tellEnds();
            restart();
        } catch (IOException e) {
            notes.accept("warning: the node probe: " + FailureMessage.of(e));
        }
    }

    /** Reports containers that ended although they should still have been sampling. YARN replaces them. */
    private void tellEnds() throws IOException {
        for (String host : channel.ended()) {
            notes.accept("warning: the probe on " + host + " ended: "
                    + channel.end(host).orElse("YARN gives no reason") + "; it will be restarted");
            channel.forgetEnd(host);
        }
    }

    /** Restarts an application that has ended, for example because it was killed, so that later runs have a probe. */
    private void restart() throws IOException {
        WatchingApplication.ApplicationStatus now = application.status();
        if (goodRuns >= GOOD_RUNS) {
            restarts = 0;
        }
        if (!now.over()) {
            return;
        }
        goodRuns = 0;
        String end = "the node probe, " + now.id() + ", has ended: " + now.diagnostics();
        if (restarts < MOST_RESTARTS) {
            restarts++;
            notes.accept("warning: " + end + "; it will be restarted");
            channel.renew();
            application.submit();
        } else {
            givenUp = true;
            String loss = asked ? "IS VALID, as --probe yarn was given" : "HAS NUMBERS OF NODES AND DEVICES";
            notes.accept("error: " + end + ". Spindle has restarted it " + MOST_RESTARTS
                    + " times in a row, and does not restart it again: NO FURTHER RUN OF THIS VISIT " + loss
                    + ". Stop the campaign, find out why the probe ends, and go on with --resume");
        }
    }

    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        channel.close();
        try {
            application.end();
        } catch (IOException e) {
            notes.accept("the node probe could not be ended; it ends by itself when its lease expires: "
                    + FailureMessage.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
