package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.jobs.LocalRunner.succeed;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.hdfs.HdfsWriteConfig.FileFiller;
import org.spindlebench.jobs.hdfs.StreamParts.Part;

/** Streams that are slow because of the data, of their output, or of both: which are bound by the processor is counted. */
@Timeout(240)
class PlantedStreamsTest {
    /** As in the runner's RunStreams. */
    private static final double CPU_BOUND = 0.8;

    private static final int EACH = 20;
    /** A thread that the kernel moves between processors does not count as waiting for one. */
    private static final long LEAST_FOUND = 18;

    /** On a loaded machine the waits of a slow output end late, for want of a processor. */
    private static final int TRIES = 2;

    private static final long FILE_BYTES = 20 * 4096;

    /** The smallest share of the time for which the busiest thread needed a processor, by kind and split. */
    private static final Map<Planted, Map<Integer, Double>> SHARES = new ConcurrentHashMap<>();

    @TempDir
    private Path directory;

    private enum Planted {
        SLOW_DATA(2, 0),
        SLOW_OUTPUT(0, 6),
        BOTH(1, 5);

        private final int computing;
        private final int waiting;

        /** @param computing processor time for each request, in milliseconds; the output waits for the other */
        Planted(int computing, int waiting) {
            this.computing = computing;
            this.waiting = waiting;
        }

        static Planted of(int split) {
            return values()[split % values().length];
        }

        /** Makes the data slowly. */
        void compute(byte[] buffer, int length) {
            CRC32 crc = new CRC32();
            long end = cpu() + computing * 1_000_000L;
            while (cpu() < end) {
                crc.update(buffer, 0, length);
            }
        }

        private static long cpu() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    private static final class SlowOutput extends OutputStream {
        private final int millis;

        SlowOutput(int millis) {
            this.millis = millis;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] buffer, int from, int length) throws IOException {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.toString());
            }
        }
    }

    /** Fills planted streams instead of files. */
    static final class PlantedTool extends JobTool {
        PlantedTool() {
            super("planted");
        }

        @Override
        protected void configure(Job job, String[] args) throws IOException {
            MapOnly.counting(job, SyntheticInputFormat.class, PlantedMapper.class);
        }
    }

    /** Runs the same stream several times. */
    public static final class PlantedMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            Planted planted = Planted.of(split.index());
            HdfsWriteConfig config = HdfsWriteConfig.read(context.getConfiguration());
            StreamMeter meter = StreamMeter.start();
            meter.opened(context);
            try (FSDataOutputStream out = new FSDataOutputStream(new SlowOutput(planted.waiting), null)) {
                FileFiller.fill(context, split, config, out, meter, planted::compute);
            }
            StreamParts parts = meter.closed().parts();
            SHARES.computeIfAbsent(planted, kind -> new ConcurrentHashMap<>())
                    .merge(split.index(), parts.nanos(Part.BUSIEST) / (double) parts.total(), Math::min);
        }
    }

    @Test
    void slow_generators_are_found_and_no_slow_output() throws Exception {
        int maps = EACH * Planted.values().length;
        Configuration conf = new LocalRunner(directory).conf(maps, maps * FILE_BYTES);
        for (int i = 0; i < TRIES; i++) {
            succeed(conf, new PlantedTool());
        }

        Map<Planted, Long> found = new TreeMap<>();
        SHARES.forEach((kind, shares) -> found.put(
                kind,
                shares.values().stream().filter(share -> share >= CPU_BOUND).count()));
        List<Double> all = new ArrayList<>();
        SHARES.values().forEach(shares -> all.addAll(shares.values()));
        assertThat(all).hasSize(maps).allMatch(share -> share > 0 && share < 1.05);
        assertThat(found)
                .as("%s", SHARES)
                .containsEntry(Planted.SLOW_OUTPUT, 0L)
                .containsEntry(Planted.BOTH, 0L);
        assertThat(found.get(Planted.SLOW_DATA)).as("%s", SHARES).isGreaterThanOrEqualTo(LEAST_FOUND);
    }
}
