package org.spindlebench.runner.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.jobs.probe.yarn.SampleAnswer;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.WatchingApplication;

/** Watches every host of a cluster by an application on its YARN; HDFS carries what they say to each other. */
public final class YarnProbe implements Probe {
    private static final Duration POLL = Duration.ofMillis(100);
    /** Characters: YARN's diagnostics can be long. */
    private static final int MOST_WORDS = 600;

    private final Storage storage;
    private final ProbePlaces places;
    private final WatchingApplication application;
    private final Set<String> hosts;
    private final List<String> others;
    private final Limits limits;
    private final Consumer<String> notes;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "spindle-probe-lease");
        thread.setDaemon(true);
        return thread;
    });
    private List<NodeLayout> layouts = List.of();
    private ProbeRequest request;
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
     * @param managed those with a NodeManager
     * @param others where no container can be had, such as hosts with a DataNode only
     */
    public record Hosts(Set<String> managed, List<String> others) {
        public Hosts {
            managed = Set.copyOf(managed);
            others = List.copyOf(others);
        }
    }

    private YarnProbe(
            Storage storage,
            ProbePlaces places,
            WatchingApplication application,
            Hosts asked,
            Limits limits,
            Consumer<String> notes) {
        this.storage = storage;
        this.places = places;
        this.application = application;
        this.hosts = new TreeSet<>(asked.managed());
        this.others = asked.others();
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
        YarnProbe probe = new YarnProbe(storage, places, application, asked, limits, notes);
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
        for (String directory : List.of(
                places.channel(),
                places.probed(),
                places.watchers(),
                places.layouts(),
                places.ends(),
                places.directory() + "/answers")) {
            storage.delete(directory);
            storage.mkdirs(directory);
        }
        storage.touch(places.lease());
        long millis = limits.lease().toMillis();
        var unused = renewals.scheduleAtFixedRate(this::renew, millis, millis, TimeUnit.MILLISECONDS);
        application.submit();
        awaitActivation();
        awaitHosts();
        layouts = readLayouts();
    }

    private void renew() {
        try {
            storage.touch(places.lease());
        } catch (IOException | RuntimeException missed) {
            // Two more may be missed.
        }
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
                        + ": " + now.diagnostics() + "; --probe off runs without device figures");
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
            Thread.sleep(POLL.toMillis());
            unreached = unreached();
        }
        for (String host : unreached) {
            notes.accept("warning: no probe on " + host + why(host)
                    + "; what this node and its devices do will be missing from every record");
        }
        if (!others.isEmpty()) {
            notes.accept("warning: no probe on " + String.join(", ", others)
                    + ", which have no NodeManager; what their devices do will be missing from every record");
        }
    }

    private List<String> unreached() throws IOException {
        Set<String> left = new TreeSet<>(hosts);
        probed().values().forEach(left::removeAll);
        return List.copyOf(left);
    }

    private String why(String host) {
        try (var end = storage.open(places.ends() + "/" + host)) {
            String all = FailureMessage.withoutFrames(new String(end.readAllBytes(), StandardCharsets.UTF_8));
            String words = all.replaceAll("\\s+", " ").strip();
            return ": " + (words.length() <= MOST_WORDS ? words : words.substring(0, MOST_WORDS) + " ...");
        } catch (IOException unknown) {
            return ": YARN gave it no container there within " + limits.hosts().toSeconds() + " s";
        }
    }

    @Override
    public List<NodeLayout> layouts() {
        return layouts;
    }

    /** Those that can be read; of the others the user is told. */
    private List<NodeLayout> readLayouts() throws IOException {
        HostFindings findings = new HostFindings(storage, places.layouts());
        List<NodeLayout> found = new ArrayList<>();
        for (Set<String> names : probed().values()) {
            try {
                found.add(findings.of(name(names), names));
            } catch (IOException | NumberFormatException e) {
                notes.accept("warning: what " + name(names) + " is made of is not known: " + FailureMessage.of(e));
            }
        }
        return found;
    }

    /** Hosts by boot id. Several hosts of YARN's may be one node. */
    private SortedMap<String, Set<String>> probed() throws IOException {
        SortedMap<String, Set<String>> nodes = new TreeMap<>();
        for (String name : storage.children(places.probed())) {
            ProbedHost.parse(name).ifPresent(host -> nodes.computeIfAbsent(host.bootId(), any -> new TreeSet<>())
                    .add(host.host()));
        }
        return nodes;
    }

    @Override
    public String method() {
        return "yarn";
    }

    @Override
    public List<NodeSamples> window(Instant from, Instant to) throws InterruptedException {
        List<NodeSamples> nodes = new ArrayList<>();
        try {
            SortedMap<String, Set<String>> watched = probed();
            Set<String> answered =
                    ask(ProbeRequest.window(nextNumber(), from.toEpochMilli()), watched.keySet(), limits.answer());
            Set<String> known = new TreeSet<>();
            watched.forEach((bootId, names) -> {
                known.addAll(names);
                nodes.add(answered.contains(bootId) ? samples(names, bootId) : NodeSamples.missing(name(names)));
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
        others.stream().map(NodeSamples::missing).forEach(nodes::add);
        return nodes;
    }

    private static String name(Set<String> hosts) {
        return hosts.iterator().next();
    }

    private NodeSamples samples(Set<String> names, String bootId) {
        String file = places.answers(request) + "/" + bootId;
        return new NodeSamples(
                name(names),
                sink -> SampleAnswer.read(storage.open(file), node -> {
                    long shift = Math.abs(node.offset()) > node.error() ? node.offset() : 0;
                    return sample -> sink.take(shifted(sample, shift));
                }));
    }

    private static Sample shifted(Sample sample, long millis) {
        return millis == 0 ? sample : new Sample(sample.millis() + millis, sample.names(), sample.values());
    }

    private int nextNumber() {
        return request == null ? 1 : request.number() + 1;
    }

    /** Asks, and returns the nodes that have answered. A node that has not even begun to gets less time. */
    private Set<String> ask(ProbeRequest next, Set<String> nodes, Duration limit)
            throws IOException, InterruptedException {
        request = next;
        storage.mkdirs(places.answers(request));
        storage.touch(places.channel() + "/" + request.name());
        long begin = System.nanoTime();
        while (true) {
            Set<String> files = new TreeSet<>(storage.children(places.answers(request)));
            long waited = System.nanoTime() - begin;
            boolean late = waited > limits.answer().toNanos();
            boolean all = nodes.stream()
                    .allMatch(node -> files.contains(node) || (late && !files.contains(ProbePlaces.begun(node))));
            if (all || waited > limit.toNanos()) {
                return files;
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private void forget() throws IOException {
        storage.delete(places.channel() + "/" + request.name());
        storage.delete(places.answers(request));
    }

    @Override
    public Optional<Flushed> flush(Duration limit) throws InterruptedException {
        try {
            SortedMap<String, Set<String>> watched = probed();
            Set<String> answered = ask(
                    ProbeRequest.flush(nextNumber(), limit.toMillis()), watched.keySet(), limit.plus(limits.answer()));
            long left = 0;
            long most = 0;
            List<String> silent = new ArrayList<>(others);
            for (Map.Entry<String, Set<String>> node : watched.entrySet()) {
                Long dirty = answered.contains(node.getKey()) ? dirty(node.getKey()) : null;
                left += dirty == null ? 0 : dirty;
                most = Math.max(most, dirty == null ? 0 : dirty);
                if (dirty == null) {
                    silent.add(name(node.getValue()));
                }
            }
            forget();
            boolean none = silent.size() >= watched.size() + others.size();
            return Optional.of(none ? new Flushed(null, null, silent) : new Flushed(left, most, silent));
        } catch (IOException e) {
            notes.accept("warning: nodes can't be asked to write what is dirty: " + FailureMessage.of(e));
            return Optional.of(new Flushed(null, null, List.copyOf(hosts)));
        }
    }

    private Long dirty(String bootId) throws IOException {
        try (var answer = storage.open(places.answers(request) + "/" + bootId)) {
            String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return text.matches("\\d{1,18}") ? Long.valueOf(text) : null;
        }
    }

    @Override
    public void read() {
        try {
            forget();
            tellEnds();
            restart();
        } catch (IOException e) {
            notes.accept("warning: the node probe: " + FailureMessage.of(e));
        }
    }

    /** Containers that ended while they should watch. Their hosts have others by now, or will. */
    private void tellEnds() throws IOException {
        for (String host : storage.children(places.ends())) {
            notes.accept("warning: the probe on " + host + " ended" + why(host) + "; it is started again");
            storage.delete(places.ends() + "/" + host);
        }
    }

    /** An application that has ended, as by an administrator's hand, is begun again for the runs that follow. */
    private void restart() throws IOException {
        WatchingApplication.Status now = application.status();
        if (now.over()) {
            notes.accept("warning: the node probe, " + now.id() + ", has ended: " + now.diagnostics()
                    + "; it is started again");
            storage.touch(places.lease());
            application.submit();
        }
    }

    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        renewals.shutdownNow();
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
