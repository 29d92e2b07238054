package org.spindlebench.runner.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.jobs.probe.yarn.SampleAnswer;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.probe.Layouts.HostFindings;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/**
 * The client's side of its communication with the probe's containers. Both sides exchange files in HDFS, with one
 * request at a time.
 */
final class ProbeChannel implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    /** A node reads the channel every ten seconds if no request is likely. */
    private static final Duration WITH_THE_SILENT = Duration.ofSeconds(15);

    private static final int CLOCK_TRIES = 3;
    /** The largest number of characters of YARN's diagnostics to show, because these can be long. */
    private static final int MOST_WORDS = 600;

    private final Storage storage;
    private final ProbePlaces places;
    private final Duration patience;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "spindle-probe-lease");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> silent = new TreeSet<>();
    private long clock;
    private long clockError;
    private static final int MOST_ANSWER = 1000;

    private ProbeRequest request = ProbeRequest.flush(0, 0);

    /** @param patience the time to wait for a node to begin its answer */
    ProbeChannel(Storage storage, ProbePlaces places, Duration patience) {
        this.storage = storage;
        this.places = places;
        this.patience = patience;
    }

    /** Creates the empty directories, and begins to renew the lease. */
    void open(Duration lease) throws IOException {
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
        clock = clock();
        storage.touch(places.lease());
        long millis = lease.toMillis();
        var unused = renewals.scheduleAtFixedRate(this::renew, millis, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Returns the milliseconds by which the NameNode's clock is ahead of this host's. The fastest of several calls
     * counts.
     */
    private long clock() throws IOException {
        String file = places.directory() + "/_clock";
        long best = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < CLOCK_TRIES; i++) {
            long before = System.currentTimeMillis();
            long there = storage.stamp(file);
            long took = System.currentTimeMillis() - before;
            if (took < best) {
                best = took;
                offset = there - (before + took / 2);
            }
        }
        storage.delete(file);
        clockError = (best + 1) / 2;
        return offset;
    }

    void renew() {
        try {
            storage.touch(places.lease());
        } catch (IOException | RuntimeException missed) {
            // The lease is long enough for two more failed renewals.
        }
    }

    /** Returns the hosts with a probe, by boot id. Several of YARN's host names may be one node. */
    SortedMap<String, Set<String>> probed() throws IOException {
        SortedMap<String, Set<String>> nodes = new TreeMap<>();
        for (String name : storage.children(places.probed())) {
            ProbedHost.parse(name).ifPresent(host -> nodes.computeIfAbsent(host.bootId(), any -> new TreeSet<>())
                    .add(host.host()));
        }
        return nodes;
    }

    HostFindings findings() {
        return new HostFindings(storage, places.layouts());
    }

    /** Converts an instant of this host to milliseconds by the NameNode's clock. */
    long byNameNode(Instant here) {
        return here.toEpochMilli() + clock;
    }

    int nextNumber() {
        return request.number() + 1;
    }

    /**
     * Sends a request and waits for the answers.
     *
     * @param nodes boot ids of the nodes that should answer
     * @param limit time limit for all nodes
     * @return the nodes that have answered
     */
    Set<String> ask(ProbeRequest next, Set<String> nodes, Duration limit) throws IOException, InterruptedException {
        request = next;
        storage.mkdirs(places.answers(request));
        storage.touch(places.channel() + "/" + request.name());
        long begin = System.nanoTime();
        while (true) {
            Set<String> files = new TreeSet<>(storage.children(places.answers(request)));
            long waited = System.nanoTime() - begin;
            boolean all = nodes.stream().allMatch(node -> files.contains(node) || isGivenUp(node, files, waited));
            if (all || waited > limit.toNanos()) {
                silent.clear();
                nodes.stream().filter(node -> !files.contains(node)).forEach(silent::add);
                return files;
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /** Checks whether to stop waiting for a node. A node that did not answer the previous request gets little time. */
    private boolean isGivenUp(String node, Set<String> files, long waited) {
        Duration enough = silent.contains(node) && WITH_THE_SILENT.compareTo(patience) < 0 ? WITH_THE_SILENT : patience;
        return waited > enough.toNanos() && !files.contains(ProbePlaces.begun(node));
    }

    /**
     * Returns a node's answer for a window. Converts its times to this host's clock, which is checked against YARN's.
     */
    NodeSamples samples(String node, String bootId) {
        String file = places.answers(request) + "/" + bootId;
        return new NodeSamples(
                node,
                sink -> SampleAnswer.read(storage.open(file), answer -> {
                    long ahead = answer.offset() - clock;
                    long shift = Math.abs(ahead) > answer.error() + clockError ? ahead : 0;
                    return sample -> sink.take(shifted(sample, shift));
                }));
    }

    private static ProbeSample shifted(ProbeSample sample, long millis) {
        return millis == 0 ? sample : new ProbeSample(sample.millis() + millis, sample.names(), sample.values());
    }

    /** Returns the dirty bytes left, from an answer to a flush; null if the node's kernel does not report them. */
    Long dirty(String bootId) throws IOException {
        String text = text(bootId);
        return text.matches("\\d{1,18}") ? Long.valueOf(text) : null;
    }

    /** Returns a node's answer as text. */
    String text(String bootId) throws IOException {
        try (var answer = storage.open(places.answers(request) + "/" + bootId)) {
            return new String(answer.readNBytes(MOST_ANSWER), StandardCharsets.UTF_8);
        }
    }

    /** Removes the last request and its answers. */
    void forget() throws IOException {
        storage.delete(places.channel() + "/" + request.name());
        storage.delete(places.answers(request));
    }

    /** Returns the hosts whose container has ended, unless that has already been handled. */
    List<String> ended() throws IOException {
        return storage.children(places.ends()).stream()
                .filter(host -> !host.startsWith("_"))
                .toList();
    }

    /** Returns why a host's container ended; empty if it has not ended. */
    Optional<String> end(String host) {
        try (var end = storage.open(places.ends() + "/" + host)) {
            String all = FailureMessage.withoutFrames(new String(end.readAllBytes(), StandardCharsets.UTF_8));
            String words = all.replaceAll("\\s+", " ").strip();
            return Optional.of(words.length() <= MOST_WORDS ? words : words.substring(0, MOST_WORDS) + " ...");
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    void forgetEnd(String host) throws IOException {
        storage.delete(places.ends() + "/" + host);
    }

    @Override
    public void close() {
        renewals.shutdownNow();
    }
}
