package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.function.LongSupplier;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.spindlebench.jobs.hdfs.StreamParts.Part;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;
import org.spindlebench.jobs.hdfs.StreamSamples.StreamSampler;

/**
 * Times the calls of one stream and samples its progress. The task's thread calls it in this order: {@link #opened};
 * {@link #ready} before and {@link #moved} after each request; {@link #ready} before and {@link #forced} after an hsync;
 * {@link #ended} or {@link #closing} before and {@link #closed} after closing.
 */
public final class StreamMeter {
    /** The names of the threads of HDFS's client begin with this; the file's path follows. */
    private static final String SENDER = "DataStreamer for file ";

    private final LongSupplier nanoClock;
    private final LongSupplier cpuClock;
    private final StreamParts parts = new StreamParts();
    private final LongSupplier waitClock;
    private final long cpuAtStart;
    private final long waitAtStart;
    private long last;
    private long bytes;
    private long busiestSender;
    private StreamSampler sampler;
    private StreamSamples samples;

    /** Starts with a clock, the processor time of this thread (negative if unknown), and its waits (0 if unknown). */
    StreamMeter(LongSupplier nanoClock, LongSupplier cpuClock, LongSupplier waitClock) {
        this.nanoClock = nanoClock;
        this.cpuClock = cpuClock;
        this.waitClock = waitClock;
        this.cpuAtStart = cpuClock.getAsLong();
        this.waitAtStart = waitClock.getAsLong();
        this.last = nanoClock.getAsLong();
    }

    /** Starts before the stream is opened, with the clocks of the calling thread. */
    public static StreamMeter start() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return new StreamMeter(
                System::nanoTime,
                threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : () -> -1,
                StreamMeter::waited);
    }

    /** Reads how long this thread was ready to run while other threads had the processors. */
    private static long waited() {
        try {
            byte[] text = Files.readAllBytes(Paths.get("/proc/thread-self/schedstat"));
            return Long.parseLong(new String(text, StandardCharsets.US_ASCII).split(" ")[1]);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return 0;
        }
    }

    private long lap(Part part) {
        long now = nanoClock.getAsLong();
        parts.add(part, Math.max(0, now - last));
        last = now;
        return now;
    }

    /** The stream is open. Its samples begin. */
    public void opened(TaskAttemptContext context) {
        lap(Part.OPEN);
        sampler = SampleFiles.start(context, parts, nanoClock);
    }

    /** The next call is about to begin. */
    public void ready() {
        lap(Part.DATA);
    }

    /** A request ended. The total is all bytes moved so far. */
    public void moved(long total) {
        bytes = total;
        sampler.moved(lap(Part.REQUESTS), total);
    }

    /** An hsync ended. */
    void forced() {
        lap(Part.HSYNC);
    }

    /** The last byte was read. The samples end here, and not with closing. */
    void ended() {
        ready();
        samples = sampler.end(bytes);
    }

    /** A written file of this name is about to be closed. Threads that send its data exist until then. */
    void closing(String file) {
        Thread[] threads = new Thread[2 * Thread.activeCount() + 1];
        int count = cpuAtStart < 0 ? 0 : Thread.enumerate(threads);
        for (int i = 0; i < count; i++) {
            String name = threads[i].getName();
            if (name.startsWith(SENDER) && name.contains(file)) {
                long cpu = Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(threads[i].getId()));
                parts.add(Part.SENDER_CPU, cpu);
                busiestSender = Math.max(busiestSender, cpu);
            }
        }
        ready();
    }

    /** The stream is closed. Returns its samples. */
    StreamSamples closed() {
        lap(Part.CLOSE);
        long cpu = cpuAtStart < 0 ? 0 : cpuClock.getAsLong() - cpuAtStart;
        long wait = Math.max(0, waitClock.getAsLong() - waitAtStart);
        parts.add(Part.TASK_CPU, cpu);
        parts.add(Part.TASK_WAIT, wait);
        parts.add(Part.BUSIEST, Math.max(cpu + wait, busiestSender));
        return samples == null ? sampler.end(bytes) : samples;
    }
}
