package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Takes samples of this node. A file that this kernel does not have, or does not let us read, leaves its counters out. */
public final class ProcReader {
    private final Path proc;
    private final List<String> dataNodes;
    private Sample latest;

    /** @param proc the directory, {@code /proc} but in tests */
    public ProcReader(Path proc) {
        this(proc, Collections.emptyList());
    }

    /**
     * Reads what processes do, too.
     *
     * @param proc the directory, {@code /proc} but in tests
     * @param dataNodes directories in it of processes that serve HDFS
     */
    public ProcReader(Path proc, List<String> dataNodes) {
        this.proc = proc;
        this.dataNodes = dataNodes;
    }

    /** The counters now. */
    public Sample read() {
        Sample.Builder counters = new Sample.Builder();
        long millis = System.currentTimeMillis();
        // Nobody sets it, as the clock is set: a window's length is known all the same.
        counters.add("clock.monotonicMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        ProcText.diskstats(text("diskstats"), counters);
        ProcText.stat(text("stat"), counters);
        ProcText.meminfo(text("meminfo"), counters);
        ProcText.netDev(text("net/dev"), counters);
        ProcText.pressure("cpu", text("pressure/cpu"), counters);
        ProcText.pressure("io", text("pressure/io"), counters);
        ProcText.pressure("memory", text("pressure/memory"), counters);
        ProcText.vmstat(text("vmstat"), counters);
        for (String process : dataNodes) {
            ProcText.io("datanode." + process, text(process + "/io"), counters);
        }
        latest = counters.build(millis, latest);
        return latest;
    }

    private String text(String name) {
        try {
            return new String(Files.readAllBytes(proc.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException notThere) {
            return "";
        }
    }
}
