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
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.probe.Layouts.HostFindings;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/** Watches every host of a cluster by an application on its YARN; HDFS carries what they say to each other. */
public final class YarnProbe implements Probe {
    private static final String REMEDY = "; --probe off runs without device figures";
    private static final int MOST_RESTARTS = 3;
    private static final Duration POLL = Duration.ofMillis(100);

    private final ProbeChannel channel;
    private final WatchingApplication application;
    private final Set<String> hosts;
    private final SortedMap<String, String> others;
    private final Limits limits;
    private final Consumer<String> notes;
    private List<NodeLayout> layouts = List.of();
    private int restarts;
    private boolean ended;

    /**
     * How long what may take.
     *
     * @param lease from one sign of life to the next
     * @param told until YARN's diagnostics of an application that is not activated are shown
     * @param activation until that is given up
     * @param hosts from activation until hosts without a probe are given up
     * @param answer until nodes without an answer are given up
     */
    public record Limits(Duration lease, Duration told, Duration activation, Duration hosts, Duration answer) {
        /** Those of real clusters. */
        public static Limits usual(Duration lease) {
            return new Limits(
                    lease,
                    Duration.ofSeconds(60),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    Duration.ofSeconds(60));
        }
    }

    /**
     * The hosts of a cluster.
     *
     * @param managed those with a NodeManager that the queue may use
     * @param others where no container can be had, such as hosts with a DataNode only, and why
     */
    public record Hosts(Set<String> managed, Map<String, String> others) {
        public Hosts {
            managed = Set.copyOf(managed);
            others = Map.copyOf(others);
        }
    }

    private YarnProbe(
            ProbeChannel channel, WatchingApplication application, Hosts asked, Limits limits, Consumer<String> notes) {
        this.channel = channel;
        this.application = application;
        this.hosts = new TreeSet<>(asked.managed());
        this.others = new TreeMap<>(asked.others());
        this.limits = limits;
        this.notes = notes;
    }

    /**
     * Begins to watch, and returns when every host is watched, or those that are not have been named.
     *
     * @param places a directory of the campaign's own, with the lists of hosts and directories in it
     * @param asked what is to be watched
     * @param notes gets what the user should know
     * @throws IOException if the application does not come to run; the message has YARN's diagnostics
     */
    public static YarnProbe begin(
            Storage storage,
            ProbePlaces places,
            WatchingApplication application,
            Hosts asked,
            Limits limits,
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
    }

    private void awaitActivation() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        boolean told = false;
        for (WatchingApplication.Status now = application.status(); !now.running(); now = application.status()) {
            long waited = System.nanoTime() - begin;
            if (now.over() || waited > limits.activation().toNanos()) {
                throw new IOException("the node probe, " + now.id() + ", "
                        + (now.over()
                                ? "has ended before it ran"
                                : "is not activated after "
                                        + limits.activation().toSeconds() + " s")
                        + ": " + now.diagnostics() + REMEDY);
            }
            if (!told && waited > limits.told().toNanos()) {
                told = true;
                notes.accept("the node probe, " + now.id() + ", is not activated after "
                        + limits.told().toSeconds() + " s: " + now.diagnostics());
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private void awaitHosts() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limits.hosts().toNanos();
        List<String> unreached = unreached();
        while (!unreached.isEmpty() && System.nanoTime() < deadline) {
            WatchingApplication.Status now = application.status();
            if (now.over()) {
                throw new IOException("the node probe, " + now.id() + ", has ended: " + now.diagnostics() + REMEDY);
            }
            Thread.sleep(POLL.toMillis());
            unreached = unreached();
        }
        for (String host : unreached) {
            String why = channel.end(host)
                    .orElse("YARN gave it no container there within "
                            + limits.hosts().toSeconds() + " s");
            notes.accept("warning: no probe on " + host + ": " + why
                    + "; what this node and its devices do will be missing from every record");
        }
        SortedMap<String, Set<String>> byReason = new TreeMap<>();
        others.forEach((host, why) ->
                byReason.computeIfAbsent(why, any -> new TreeSet<>()).add(host));
        byReason.forEach((why, which) -> notes.accept("warning: no probe on " + String.join(", ", which) + ": " + why
                + "; what these nodes and their devices do will be missing from every record"));
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

    /** Those that can be read; of the others the user is told. */
    private List<NodeLayout> readLayouts() throws IOException {
        HostFindings findings = channel.findings();
        List<NodeLayout> found = new ArrayList<>();
        for (Set<String> names : channel.probed().values()) {
            try {
                found.add(findings.of(name(names), names));
            } catch (IOException | NumberFormatException e) {
                notes.accept("warning: what " + name(names) + " is made of is not known: " + FailureMessage.of(e));
            }
        }
        return found;
    }

    @Override
    public String method() {
        return "yarn";
    }

    @Override
    public List<NodeSamples> window(Instant from, Instant to) throws InterruptedException {
        List<NodeSamples> nodes = new ArrayList<>();
        try {
            SortedMap<String, Set<String>> watched = channel.probed();
            if (watched.size() != layouts.size()) {
                layouts = readLayouts();
            }
            Set<String> answered = channel.ask(
                    ProbeRequest.window(channel.nextNumber(), channel.byNameNode(from)),
                    watched.keySet(),
                    limits.answer());
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
            notes.accept("warning: what the nodes did can't be asked for: " + FailureMessage.of(e));
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
            notes.accept("warning: nodes can't be asked to write what is dirty: " + FailureMessage.of(e));
            return Optional.of(new Flushed(null, null, List.copyOf(hosts)));
        } finally {
            forget();
        }
    }

    /** A question that stays would be answered by a container that comes later. */
    private void forget() {
        try {
            channel.forget();
        } catch (IOException e) {
            notes.accept("warning: the node probe: " + FailureMessage.of(e));
        }
    }

    @Override
    public void read() {
        forget();
        try {
            tellEnds();
            restart();
        } catch (IOException e) {
            notes.accept("warning: the node probe: " + FailureMessage.of(e));
        }
    }

    /** Containers that ended while they should watch. Their hosts have others by now, or will. */
    private void tellEnds() throws IOException {
        for (String host : channel.ended()) {
            notes.accept("warning: the probe on " + host + " ended: "
                    + channel.end(host).orElse("YARN does not say why") + "; it is started again");
            channel.forgetEnd(host);
        }
    }

    /** An application that has ended, as by an administrator's hand, is begun again for the runs that follow. */
    private void restart() throws IOException {
        WatchingApplication.Status now = application.status();
        if (now.over() && restarts < MOST_RESTARTS) {
            restarts++;
            notes.accept("warning: the node probe, " + now.id() + ", has ended: " + now.diagnostics()
                    + "; it is started again");
            channel.renew();
            application.submit();
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
            notes.accept("the node probe could not be ended, and ends by itself when its lease does: "
                    + FailureMessage.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
