package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;

/**
 * The DataNodes' own count of fsyncs confirms what a job's `sync` says. Maps run in this JVM, and their files are in a
 * real HDFS. No MapReduce job runs on the cluster.
 */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class SyncIT {
    private static final int FILES = 2;
    private static final int BLOCKS_PER_FILE = 3;
    private static final long BLOCK_BYTES = 1 << 20;
    /** The blocks of the files, and one with the samples of each stream. */
    private static final int WRITTEN = FILES * (BLOCKS_PER_FILE + 1);

    private static final int ROW_BYTES = 100;
    /** The last block of each file is half full. */
    private static final long BYTES = FILES * (BLOCKS_PER_FILE * BLOCK_BYTES - BLOCK_BYTES / 2);

    private static EmbeddedJobs shared;
    private static DistributedFileSystem hdfs;

    @BeforeAll
    static void takeTheSharedCluster(EmbeddedJobs jobs) {
        shared = jobs;
        hdfs = (DistributedFileSystem) shared.fileSystem();
    }

    @ParameterizedTest
    @CsvSource({"none, 0", "close, 2", "block, 6"})
    void hdfsWriteForcesNothingTheLastBlockOfEachFileOrEveryBlock(String sync, int fsyncs) throws Exception {
        DataNodeMetrics counted = run(ToolName.HDFS_WRITE, hdfsWrite(sync), WRITTEN, "/sync/" + sync);
        assertThat(counted.fsyncs()).isEqualTo(fsyncs);
        assertThat(job("hdfs-write").sync(Map.of("spindle.sync", sync))).contains(sync);
    }

    @Test
    void hdfsWriteForcesEveryBlockWhereItIsNotToldOtherwise() throws Exception {
        Configuration conf = hdfsWrite("none");
        conf.unset("spindle.sync");
        DataNodeMetrics counted = run(ToolName.HDFS_WRITE, conf, WRITTEN, "/sync/default");
        assertThat(counted.fsyncs()).isEqualTo(FILES * BLOCKS_PER_FILE);
        assertThat(job("hdfs-write").sync(Map.of())).contains("block");
    }

    @Test
    void stockTeraGenForcesNoBlockButTheLastOfAFileAndIsNotRecordedAsIfItDidMore() throws Exception {
        long replicas = 3;
        // Within one JVM, TeraGen has one map, whatever number is requested.
        long blocks = BYTES / BLOCK_BYTES;
        Configuration conf = local();
        conf.setLong("dfs.replication", replicas);
        DataNodeMetrics counted =
                run(ToolName.TERAGEN, conf, replicas * blocks, String.valueOf(BYTES / ROW_BYTES), "/sync/teragen");
        assertThat(counted.fsyncs()).isEqualTo(replicas);
        assertThat(job("teragen").sync(Map.of())).contains("close");
        assertThat(job("terasort").sync(Map.of())).contains("close");
    }

    @Test
    void erasureCodedFilesAreForcedBlockByBlockOrRefused() throws Exception {
        Path coded = shared.codedDirectory("/sync/coded");
        // A full group has two blocks of data and one of parity; the half block of a file has one of each. So has the
        // file
        // with a stream's samples, which nothing forces.
        int blocks = FILES * 5;

        DataNodeMetrics counted = run(ToolName.HDFS_WRITE, hdfsWrite("block"), blocks + FILES * 2, coded + "/block");
        assertThat(counted.fsyncs()).isEqualTo(blocks);
        assertThat(ToolRunner.run(hdfsWrite("close"), ToolName.HDFS_WRITE.create(), new String[] {coded + "/close"}))
                .isNotZero();
    }

    private static MeasuredJob job(String name) {
        return JobCatalog.named(name);
    }

    private static Configuration hdfsWrite(String sync) {
        Configuration conf = local();
        conf.setInt("spindle.maps", FILES);
        conf.setLong("spindle.bytes", BYTES);
        conf.set("spindle.sync", sync);
        conf.setInt("dfs.replication", 1);
        return conf;
    }

    private static Configuration local() {
        Configuration conf = new Configuration(hdfs.getConf());
        conf.set("mapreduce.framework.name", "local");
        conf.setLong("dfs.blocksize", BLOCK_BYTES);
        // A cached file system of this JVM would keep its own block size; a container has no cached one.
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        return conf;
    }

    /** Runs a tool, and returns what the DataNodes counted once they have counted its blocks. */
    private static DataNodeMetrics run(ToolName tool, Configuration conf, long blocks, String... args)
            throws Exception {
        DataNodeMetrics before = DataNodeMetrics.now();
        assertThat(ToolRunner.run(conf, tool.create(), args)).isZero();
        boolean all = Await.within(
                Duration.ofSeconds(30),
                () -> DataNodeMetrics.now().since(before).blocksWritten() >= blocks);
        assertThat(all).as("%d blocks are written", blocks).isTrue();
        DataNodeMetrics counted = DataNodeMetrics.now().since(before);
        assertThat(counted.blocksWritten()).isEqualTo(blocks);
        return counted;
    }
}
