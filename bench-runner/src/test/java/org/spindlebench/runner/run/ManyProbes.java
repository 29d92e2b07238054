package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.run.ManyHosts.Answers;

/** The probe's application on many hosts: one thread writes what all of its containers would write. */
final class ManyProbes implements WatchingApplication, AutoCloseable {
    private final ManyHosts hosts;
    private final List<String> reached;
    private final Storage storage;
    private final ProbePlaces places;
    private final Answers answers;
    private final ExecutorService containers = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "containers");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong writing = new AtomicLong();
    private volatile boolean closed;

    /**
     * Prepares the application.
     *
     * @param reached the hosts on which YARN grants containers
     * @param answers what hosts answer to each request for samples
     */
    ManyProbes(ManyHosts hosts, List<String> reached, Storage storage, ProbePlaces places, Answers answers) {
        this.hosts = hosts;
        this.reached = List.copyOf(reached);
        this.storage = storage;
        this.places = places;
        this.answers = answers;
    }

    @Override
    public void submit() throws IOException {
        for (String host : reached) {
            write(places.layouts() + "/" + host, hosts.findings(host));
            storage.touch(places.probed() + "/" + new ProbedHost(host, ManyHosts.boot(host)).name());
        }
        containers.execute(this::answer);
    }

    private void write(String file, String text) throws IOException {
        storage.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private void answer() {
        int answered = 0;
        try {
            while (!closed) {
                for (String name : storage.children(places.channel())) {
                    ProbeRequest request = ProbeRequest.parse(name).orElse(null);
                    if (request != null && request.number() > answered) {
                        answered = request.number();
                        long begin = System.nanoTime();
                        answer(request);
                        writing.addAndGet(System.nanoTime() - begin);
                    }
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(ProbeRequest request) throws IOException {
        for (String host : reached) {
            String file = places.answers(request) + "/" + ManyHosts.boot(host);
            if (request.isFlush()) {
                write(file, "0");
            } else {
                ByteArrayOutputStream samples = new ByteArrayOutputStream();
                answers.write(host, samples);
                storage.write(file, samples.toByteArray());
            }
        }
    }

    @Override
    public ApplicationStatus status() {
        return new ApplicationStatus("application_1_0001", true, false, "");
    }

    @Override
    public void end() {
        close();
    }

    @Override
    public void close() {
        closed = true;
        containers.shutdownNow();
    }

    /** Returns for how long the containers were writing, which on a cluster many hosts do at once. */
    Duration answeredFor() {
        return Duration.ofNanos(writing.get());
    }
}
