package org.spindlebench.jobs.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;

class SplitFilesTest {
    private final Configuration conf = new Configuration();
    private Path out;
    private FileSystem fs;

    @BeforeEach
    void chooseOutputDirectory(@TempDir java.nio.file.Path directory) throws Exception {
        out = new Path(directory.resolve("out").toUri());
        conf.set(FileOutputFormat.OUTDIR, out.toString());
        conf.setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
        fs = out.getFileSystem(conf);
    }

    @Test
    void of_two_attempts_at_one_file_only_the_committed_one_leaves_it() throws Exception {
        Attempt failed = new Attempt(0);
        Attempt good = new Attempt(1);
        failed.write(10);
        good.write(20);
        failed.committer.abortTask(failed.context);
        good.committer.commitTask(good.context);
        good.committer.commitJob(good.context);
        assertThat(fs.listStatus(out)).hasSize(1);
        assertThat(fs.getFileStatus(new Path(out, "part-m-00005")).getLen()).isEqualTo(20);
    }

    @Test
    void names_of_files_do_not_follow_the_locale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(SplitFiles.name(42)).isEqualTo("part-m-00042");
            assertThat(SplitFiles.index(new Path(out, "part-m-00042"))).isEqualTo(42);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void replication_and_block_size_are_those_of_the_configuration() throws Exception {
        assertThat(createdInHdfs(Sync.NONE))
                .isEqualTo("/x flags=[CREATE, OVERWRITE] buffer=4096 replication=1 block=2097152");
        assertThat(createdInHdfs(Sync.CLOSE)).isEqualTo(createdInHdfs(Sync.NONE));
    }

    @Test
    void of_the_ways_to_sync_only_that_of_each_block_asks_hdfs_for_it() throws Exception {
        assertThat(createdInHdfs(Sync.BLOCK))
                .isEqualTo("/x flags=[CREATE, OVERWRITE, SYNC_BLOCK] buffer=4096 replication=1 block=2097152");
    }

    @Test
    void a_file_system_that_would_ignore_the_sync_of_each_block_is_refused() {
        assertThatThrownBy(() -> SplitFiles.create(conf, fs, new Path(out, "x"), 4096, Sync.BLOCK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "spindle.sync=block: only HDFS itself can force every block, and file:/// is not an hdfs: file"
                                + " system; use close or none");
    }

    @Test
    void a_stream_that_can_force_nothing_is_refused_where_its_close_is_to_force() throws Exception {
        try (FSDataOutputStream deaf = new FSDataOutputStream(OutputStream.nullOutputStream(), null)) {
            assertThatThrownBy(() -> Sync.CLOSE.end(deaf))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("spindle.sync=close: this file can't be forced to the medium on close");
            Sync.NONE.end(deaf);
        }
    }

    private String createdInHdfs(Sync sync) throws IOException {
        RecordingFileSystem recording = new RecordingFileSystem();
        conf.setInt("dfs.replication", 1);
        conf.set("dfs.blocksize", "2m");
        SplitFiles.create(conf, recording, new Path("/x"), 4096, sync).close();
        return recording.created();
    }

    /** An attempt of map task 3, which has split 5. */
    private final class Attempt {
        private final TaskAttemptContextImpl context;
        private final OutputCommitter committer;

        Attempt(int number) throws Exception {
            context = new TaskAttemptContextImpl(conf, new TaskAttemptID("test", 1, TaskType.MAP, 3, number));
            committer = new SplitFiles().getOutputCommitter(context);
            committer.setupJob(context);
            committer.setupTask(context);
        }

        void write(int bytes) throws Exception {
            StatusReporter reporter = new TaskAttemptContextImpl.DummyReporter();
            MapContextImpl<SyntheticSplit, LongWritable, NullWritable, NullWritable> map = new MapContextImpl<>(
                    conf, context.getTaskAttemptID(), null, null, committer, reporter, new SyntheticSplit(5, bytes));
            try (OutputStream file = SplitFiles.create(map, 5, 4096, Sync.CLOSE)) {
                file.write(new byte[bytes]);
            }
        }
    }
}
