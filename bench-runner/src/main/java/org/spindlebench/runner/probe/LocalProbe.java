package org.spindlebench.runner.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.jobs.probe.LaunchFiles;
import org.spindlebench.jobs.probe.ProcReader;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.Sampler;
import org.spindlebench.jobs.probe.layout.LayoutReader;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/** Watches the client's host, which runs the whole embedded cluster. */
public final class LocalProbe implements Probe {
    private static final int MOST_BYTES = 32 << 20;
    private static final Path PROC = Path.of("/proc");

    private final String node;
    private final List<String> others;
    private final Duration interval;
    private final NodeLayout layout;
    private final List<String> dataNodes;
    private final List<Path> programs;
    private final SampleRing ring = new SampleRing(MOST_BYTES);
    private final Sampler sampler;

    private LocalProbe(
            String node,
            List<String> others,
            Duration interval,
            Map<String, List<String>> directories,
            List<String> dataNodes,
            List<Path> programs) {
        this.node = node;
        this.others = List.copyOf(others);
        this.interval = interval;
        this.dataNodes = List.copyOf(dataNodes);
        this.programs = List.copyOf(programs);
        this.layout = Layouts.of(node, new LayoutReader(Path.of("/")).read(directories), 0.0);
        this.sampler = Sampler.begin(new ProcReader(PROC, dataNodes), ring, interval.toMillis());
    }

    /**
     * Begins to watch.
     *
     * @param node this host's name
     * @param others the cluster's nodes on other hosts, which count as missing
     * @param directories this host's directories by role
     * @param dataNodes the ids of the processes that serve HDFS and whose I/O this user may see
     * @param programs directories with further files of programs that start containers, or such files
     */
    public static LocalProbe begin(
            String node,
            List<String> others,
            Duration interval,
            Map<String, List<String>> directories,
            List<String> dataNodes,
            List<Path> programs) {
        return new LocalProbe(node, others, interval, directories, dataNodes, programs);
    }

    @Override
    public String method() {
        return "local";
    }

    @Override
    public List<NodeSamples> window(Instant from, Instant to) {
        sampler.sample();
        Instant early = from.minus(interval.multipliedBy(2));
        List<NodeSamples> nodes = new ArrayList<>();
        long until = Instant.now().toEpochMilli();
        nodes.add(new NodeSamples(node, sink -> ring.window(early.toEpochMilli(), until, sink)));
        others.forEach(other -> nodes.add(NodeSamples.missing(other)));
        return nodes;
    }

    @Override
    public List<NodeLayout> layouts() {
        return List.of(layout);
    }

    @Override
    public List<String> withoutLayout() {
        return others;
    }

    @Override
    public Optional<Flushed> flush(Duration limit) throws InterruptedException {
        Long left = DirtyPages.ofThisHost().settle(limit);
        sampler.sample();
        return Optional.of(new Flushed(left, left, others));
    }

    @Override
    public boolean reread(Duration limit) {
        if (!others.isEmpty()) {
            return false;
        }
        new LaunchFiles(PROC, List.of(System.getProperty("java.class.path")), programs).read(limit.toMillis());
        // The bytes that the cooling reads must not count between the job's first sample and the sample before it.
        sampler.sample();
        return true;
    }

    @Override
    public boolean watchesThisProcess() {
        return dataNodes.contains(String.valueOf(ProcessHandle.current().pid()));
    }

    @Override
    public void close() {
        sampler.close();
    }
}
