package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.jobs.LocalRunner.succeed;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.hdfs.StreamParts.Part;

/** A file system one of whose calls is slow, under jobs that run as a whole in Hadoop's local job runner. */
@Timeout(120)
class SlowCallsTest {
    private static final String SLOW = "test.slow";
    private static final long MILLIS = 1500;
    private static final long SLOW_NANOS = MILLIS * 1_000_000;
    private static final long BYTES = 1 << 20;
    private static final int REQUESTS = 256;

    @TempDir
    private Path directory;

    /** Delays one kind of call of files of splits; of writes, the tenth one. Hadoop makes it. */
    public static final class SlowLocal extends LocalFileSystem {
        private static final int TENTH = 10;

        private void pause(Part call, org.apache.hadoop.fs.Path file) throws IOException {
            try {
                if (file.getName().startsWith("part-m-")
                        && getConf().get(SLOW, "").equals(call.name())) {
                    Thread.sleep(MILLIS);
                }
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.toString());
            }
        }

        @Override
        public FSDataOutputStream create(
                org.apache.hadoop.fs.Path file,
                FsPermission permission,
                EnumSet<CreateFlag> flags,
                int bufferSize,
                short replication,
                long blockSize,
                Progressable progress)
                throws IOException {
            pause(Part.OPEN, file);
            FSDataOutputStream out = super.create(file, permission, true, bufferSize, replication, blockSize, progress);
            return new FSDataOutputStream(out, null) {
                private int writes;

                @Override
                public synchronized void write(byte[] buffer, int from, int length) throws IOException {
                    writes++;
                    if (writes == TENTH) {
                        pause(Part.REQUESTS, file);
                    }
                    super.write(buffer, from, length);
                }

                @Override
                public boolean hasCapability(String capability) {
                    return true;
                }

                @Override
                public void hsync() throws IOException {
                    pause(Part.HSYNC, file);
                }

                @Override
                public void close() throws IOException {
                    pause(Part.CLOSE, file);
                    super.close();
                }
            };
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize) throws IOException {
            pause(Part.OPEN, file);
            return new FSDataInputStream(super.open(file, bufferSize)) {
                @Override
                public void close() throws IOException {
                    pause(Part.CLOSE, file);
                    super.close();
                }
            };
        }
    }

    private StreamParts run(JobTool job, String slow, String output, String... inputs) throws Exception {
        LocalRunner local = new LocalRunner(directory);
        Configuration conf = local.conf(1, BYTES);
        conf.set("fs.file.impl", SlowLocal.class.getName());
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set(JobKeys.SYNC, "close");
        conf.set(SLOW, slow);
        succeed(conf, job, inputs.length == 0 ? new String[] {output} : new String[] {inputs[0], output});
        String samples = "_samples-m-00000";
        try (InputStream in = Files.newInputStream(Path.of(output, samples))) {
            return StreamSamples.read(in, samples).parts();
        }
    }

    private static void assertSlow(StreamParts parts, Part part) {
        assertThat(parts.nanos(part)).isGreaterThanOrEqualTo(SLOW_NANOS);
        assertThat(parts.total() - parts.nanos(part)).as("all other parts").isLessThan(SLOW_NANOS);
        assertThat(parts.requests()).isEqualTo(REQUESTS);
        // One of 256 requests is slow at most.
        assertThat(parts.percentile(99).orElseThrow(AssertionError::new)).isLessThan(SLOW_NANOS);
        assertThat(parts.percentile(99.9).orElseThrow(AssertionError::new) >= SLOW_NANOS * 0.99)
                .isEqualTo(part == Part.REQUESTS);
    }

    @ParameterizedTest
    @CsvSource({"dfsio-write, OPEN", "hdfs-write, REQUESTS", "dfsio-write, HSYNC", "hdfs-write, CLOSE"})
    void a_slow_call_of_a_write_is_in_its_part(String job, Part slow) throws Exception {
        JobTool tool = job.equals("hdfs-write") ? new HdfsWrite() : new DfsioWrite();
        assertSlow(run(tool, slow.name(), directory.resolve("out").toString()), slow);
    }

    @ParameterizedTest
    @CsvSource({"OPEN", "CLOSE"})
    void a_slow_call_of_a_read_is_in_its_part(Part slow) throws Exception {
        String files = directory.resolve("files").toString();
        run(new DfsioWrite(), "", files);
        assertSlow(run(new DfsioRead(), slow.name(), directory.resolve("out").toString(), files), slow);
    }
}
