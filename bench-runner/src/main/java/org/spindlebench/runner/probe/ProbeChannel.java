package org.spindlebench.runner.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.jobs.probe.yarn.SampleAnswer;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;

/** The client's side of what it and the probe's containers say to each other in HDFS. One question at a time. */
final class ProbeChannel implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    /** Characters: YARN's diagnostics can be long. */
    private static final int MOST_WORDS = 600;

    private final Storage storage;
    private final ProbePlaces places;
    private final Duration patience;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "spindle-probe-lease");
        thread.setDaemon(true);
        return thread;
    });
    private ProbeRequest request = ProbeRequest.flush(0, 0);

    /** @param patience with a node that does not begin to answer */
    ProbeChannel(Storage storage, ProbePlaces places, Duration patience) {
        this.storage = storage;
        this.places = places;
        this.patience = patience;
    }

    /** Makes the places, empty, and gives a sign of life from now on. */
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
        storage.touch(places.lease());
        long millis = lease.toMillis();
        var unused = renewals.scheduleAtFixedRate(this::renew, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** One sign of life. */
    void renew() {
        try {
            storage.touch(places.lease());
        } catch (IOException | RuntimeException missed) {
            // Two more may be missed.
        }
    }

    /** Hosts with a probe by boot id. Several hosts of YARN's may be one node. */
    SortedMap<String, Set<String>> probed() throws IOException {
        SortedMap<String, Set<String>> nodes = new TreeMap<>();
        for (String name : storage.children(places.probed())) {
            ProbedHost.parse(name).ifPresent(host -> nodes.computeIfAbsent(host.bootId(), any -> new TreeSet<>())
                    .add(host.host()));
        }
        return nodes;
    }

    /** What hosts have left about the nodes that they are. */
    HostFindings findings() {
        return new HostFindings(storage, places.layouts());
    }

    /** The number of the next question. */
    int nextNumber() {
        return request.number() + 1;
    }

    /**
     * Asks.
     *
     * @param nodes of which an answer is expected, by boot id
     * @param limit for all of them
     * @return those that have answered
     */
    Set<String> ask(ProbeRequest next, Set<String> nodes, Duration limit) throws IOException, InterruptedException {
        request = next;
        storage.mkdirs(places.answers(request));
        storage.touch(places.channel() + "/" + request.name());
        long begin = System.nanoTime();
        while (true) {
            Set<String> files = new TreeSet<>(storage.children(places.answers(request)));
            long waited = System.nanoTime() - begin;
            boolean late = waited > patience.toNanos();
            boolean all = nodes.stream()
                    .allMatch(node -> files.contains(node) || (late && !files.contains(ProbePlaces.begun(node))));
            if (all || waited > limit.toNanos()) {
                return files;
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /** A node's answer to the question for a window, by the NameNode's clock. */
    NodeSamples samples(String node, String bootId) {
        String file = places.answers(request) + "/" + bootId;
        return new NodeSamples(
                node,
                sink -> SampleAnswer.read(storage.open(file), answer -> {
                    long shift = Math.abs(answer.offset()) > answer.error() ? answer.offset() : 0;
                    return sample -> sink.take(shifted(sample, shift));
                }));
    }

    private static Sample shifted(Sample sample, long millis) {
        return millis == 0 ? sample : new Sample(sample.millis() + millis, sample.names(), sample.values());
    }

    /** A node's answer to the question for a flush: dirty bytes that are left; null where its kernel does not say. */
    Long dirty(String bootId) throws IOException {
        try (var answer = storage.open(places.answers(request) + "/" + bootId)) {
            String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return text.matches("\\d{1,18}") ? Long.valueOf(text) : null;
        }
    }

    /** Removes the last question and its answers. */
    void forget() throws IOException {
        storage.delete(places.channel() + "/" + request.name());
        storage.delete(places.answers(request));
    }

    /** Hosts whose container has ended since they were forgotten. */
    List<String> ended() throws IOException {
        return storage.children(places.ends()).stream()
                .filter(host -> !host.startsWith("_"))
                .toList();
    }

    /** Why a host's container ended; empty where none did. */
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

    /** No more signs of life. */
    @Override
    public void close() {
        renewals.shutdownNow();
    }
}
