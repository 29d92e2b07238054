package org.spindlebench.jobs.stockdfsio;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.TestDFSIO;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.OutputPolicy;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SyntheticConfig;

/**
 * Runs stock TestDFSIO, but only the parts that work correctly. Its numbers come from the job's own output, which does
 * not depend on the language and is not rounded. One line, {@link #EXEC_TIME} with the seconds, is added to them.
 */
public final class StockDfsio extends Configured implements Tool {
    /** The key of the line with the execution time that TestDFSIO measured. */
    public static final String EXEC_TIME = "exec:seconds";

    private static final String BASE = "test.build.data";
    private static final String CONTROL = "io_control";
    private static final String SUMS = "part-00000";
    /** The default of TestDFSIO itself. */
    private static final int DEFAULT_BUFFER_BYTES = 1_000_000;

    /** Runs TestDFSIO and returns its exit code, which is 0, or -1 if it refused its options. */
    @Override
    public int run(String[] args) throws IOException {
        if (args.length != 3) {
            throw new IllegalArgumentException(
                    "usage: StockDfsio <write|read> <base> <figures> (" + args.length + " arguments given)");
        }
        Direction direction = Direction.of(args[0]);
        Configuration conf = guarded(getConf(), direction, args[1]);
        FileSystem fs = FileSystem.get(conf);
        Path base = fs.makeQualified(new Path(args[1]));
        if (direction == Direction.WRITE) {
            OutputPolicy.apply(conf, base);
        }
        try (TestDfsioReportFile report = new TestDfsioReportFile()) {
            int code = run(conf, options(conf, direction, report));
            if (code == 0) {
                write(fs, new Path(args[2]), figures(fs, new Path(base, direction.sums()), report.execSeconds()));
            }
            return code;
        } finally {
            fs.delete(new Path(base, CONTROL), true);
            fs.delete(new Path(base, direction.sums()), true);
        }
    }

    private static int run(Configuration conf, String[] options) throws IOException {
        try {
            return IdleBench.run(conf, options);
        } catch (FileNotFoundException e) {
            throw new IOException(
                    "TestDFSIO does not find its own output: check whether the nodes' mapred-site.xml declares "
                            + FileOutputFormat.COMPRESS + " final with the value true (" + e.getMessage() + ")",
                    e);
        }
    }

    /**
     * Returns this run's settings. Files that were made for other runs, or for all jobs of the cluster, are removed.
     */
    private static Configuration guarded(Configuration given, Direction direction, String base) {
        Configuration conf = new Configuration(given);
        conf.set(BASE, base);
        conf.unset("test.io.compression.class");
        conf.unset("test.io.block.storage.policy");
        conf.unset("test.io.erasure.code.policy");
        // TestDFSIO looks for its sums under the file name that they have without compression.
        conf.setBoolean(FileOutputFormat.COMPRESS, false);
        if (conf.getTrimmed(MRJobConfig.JOB_NAME, "").isEmpty()) {
            conf.set(MRJobConfig.JOB_NAME, "testdfsio-" + direction.label());
        }
        return conf;
    }

    private static String[] options(Configuration conf, Direction direction, TestDfsioReportFile report) {
        SyntheticConfig size = SyntheticConfig.read(conf, 1, 1);
        if (size.bytes() % size.maps() != 0) {
            throw new IllegalArgumentException(JobKeys.BYTES + "=" + size.bytes() + ": must be a multiple of "
                    + size.maps() + ", because TestDFSIO's " + size.maps() + " files have equal lengths");
        }
        long buffer =
                new SettingReader(conf).number(JobKeys.BUFFER_BYTES, DEFAULT_BUFFER_BYTES, 1, Integer.MAX_VALUE >> 1);
        // The size is in bytes, because TestDFSIO accepts other units only in some spellings, and no fractions.
        String fileSize = size.bytes() / size.maps() + "B";
        List<String> options = new ArrayList<>();
        options.add(direction.option());
        Collections.addAll(options, "-nrFiles", String.valueOf(size.maps()));
        Collections.addAll(options, "-size", fileSize);
        Collections.addAll(options, "-bufferSize", String.valueOf(buffer));
        Collections.addAll(options, "-resFile", report.name());
        return options.toArray(new String[0]);
    }

    private static String figures(FileSystem fs, Path sums, OptionalDouble execSeconds) throws IOException {
        Path file = new Path(sums, SUMS);
        try (FSDataInputStream in = fs.open(file)) {
            byte[] content = new byte[(int) fs.getFileStatus(file).getLen()];
            in.readFully(content);
            String text = new String(content, StandardCharsets.UTF_8);
            return execSeconds.isPresent() ? text + EXEC_TIME + "\t" + execSeconds.getAsDouble() + "\n" : text;
        }
    }

    private static void write(FileSystem fs, Path target, String figures) throws IOException {
        try (OutputStream out = fs.create(target, true)) {
            out.write(figures.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Keeps the JVM's only TestDFSIO instance while it is idle. Each instance makes a pool of threads that never end,
     * keep the JVM alive and cannot be stopped. Reusing the instance prevents new threads with every run.
     */
    static final class IdleBench {
        private static final AtomicReference<TestDFSIO> IDLE = new AtomicReference<>();

        private IdleBench() {}

        /** Runs TestDFSIO. An instance that failed, or is still busy with an abandoned job, is not reused. */
        static int run(Configuration conf, String... args) throws IOException {
            TestDFSIO known = IDLE.getAndSet(null);
            TestDFSIO bench = known == null ? new TestDFSIO() : known;
            bench.setConf(conf);
            int code = bench.run(args);
            IDLE.set(bench);
            return code;
        }
    }
}
