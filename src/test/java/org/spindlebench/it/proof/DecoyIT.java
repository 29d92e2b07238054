package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.decoy.DecoyRead;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.collect.daemon.HostMemory;

/** Decoys on real DataNodes: where they are stored, and how large they have to be. Maps run in this JVM. */
@ExtendWith(SharedEmbeddedJobs.class)
class DecoyIT {
    private static final int ROUNDS = 2;
    private static final long BLOCKS = 2;
    private static final long BLOCK_BYTES = 1 << 20;

    private static DistributedFileSystem hdfs;
    private static List<DataNodeAddress> dataNodes;

    @BeforeAll
    static void takeTheSharedCluster(EmbeddedJobs shared) {
        hdfs = (DistributedFileSystem) shared.fileSystem();
        dataNodes = NameNodeWeb.dataNodes(hdfs.getConf());
    }

    @Test
    void everyDecoyLiesOnTheDataNodeThatWasNamedForIt() throws Exception {
        List<String> named = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            dataNodes.forEach(node -> named.add(node.transfer()));
        }
        Configuration conf = local(named);

        assertThat(ToolRunner.run(conf, ToolName.DECOY_WRITE.create(), new String[] {"/decoys"}))
                .isZero();

        assertThat(named).hasSize(ROUNDS * 3);
        for (int i = 0; i < named.size(); i++) {
            assertThat(ports("/decoys/part-m-0000" + i)).hasSize((int) BLOCKS).containsOnly(port(named.get(i)));
        }
        assertThat(new HdfsStorage(hdfs).bytesByHost("/decoys").values())
                .containsExactly(named.size() * BLOCKS * BLOCK_BYTES);
        assertThat(new HdfsStorage(hdfs).bytesByHost("/decoys").keySet())
                .containsExactly(dataNodes.get(0).host());
        DecoyRead read = new DecoyRead();
        read.setConf(conf);
        Job job = read.createJob(new String[] {"/decoys"});
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter(DecoyRead.Counter.BYTES).getValue())
                .isEqualTo(named.size() * BLOCKS * BLOCK_BYTES);
        assertThat(job.getCounters()
                        .findCounter("FileSystemCounters", "HDFS_BYTES_READ")
                        .getValue())
                .as("each piece twice")
                .isGreaterThanOrEqualTo(2L * named.size() * BLOCKS * BLOCK_BYTES);
    }

    @Test
    void decoysBelowAnErasureCodedDirectoryAreNotCoded() throws Exception {
        Path coded = new Path("/coded-decoys");
        hdfs.mkdirs(coded);
        hdfs.enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.setErasureCodingPolicy(coded, "XOR-2-1-1024k");
        Configuration conf = local(List.of(dataNodes.get(1).transfer()));
        assertThat(ToolRunner.run(conf, ToolName.DECOY_WRITE.create(), new String[] {coded + "/decoys"}))
                .isZero();
        assertThat(ports(coded + "/decoys/part-m-00000"))
                .hasSize((int) BLOCKS)
                .containsOnly(port(dataNodes.get(1).transfer()));
    }

    @Test
    void asManyNodesAsMapsAreNeeded() throws Exception {
        Configuration conf = new Configuration(hdfs.getConf());
        conf.setInt(JobKeys.MAPS, 2);
        conf.setLong(JobKeys.BYTES, 2);
        conf.set(JobKeys.NODES, dataNodes.get(0).transfer());
        assertThatThrownBy(() -> ToolRunner.run(conf, ToolName.DECOY_WRITE.create(), new String[] {"/decoys-of-one"}))
                .hasMessage("spindle.nodes names 1 DataNodes; one is needed for each of 2 maps");
        assertThat(hdfs.exists(new Path("/decoys-of-one"))).isFalse();
    }

    @Test
    void dataNodesTellTheMemoryOfTheirHost() throws Exception {
        OperatingSystemMXBean here = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assertThat(HostMemory.read(dataNodes))
                .containsExactly(Map.entry(dataNodes.get(0).host(), here.getTotalMemorySize()));
    }

    private static Configuration local(List<String> named) {
        Configuration conf = new Configuration(hdfs.getConf());
        conf.set("mapreduce.framework.name", "local");
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        conf.setInt("dfs.replication", 1);
        conf.setLong("dfs.blocksize", BLOCK_BYTES);
        conf.setInt(JobKeys.MAPS, named.size());
        conf.setLong(JobKeys.BYTES, named.size() * BLOCKS * BLOCK_BYTES);
        conf.set(JobKeys.NODES, String.join(",", named));
        return conf;
    }

    private static List<String> ports(String file) throws Exception {
        FileStatus status = hdfs.getFileStatus(new Path(file));
        List<String> ports = new ArrayList<>();
        for (BlockLocation block : hdfs.getFileBlockLocations(status, 0, status.getLen())) {
            assertThat(block.getNames()).hasSize(1);
            ports.add(port(block.getNames()[0]));
        }
        return ports;
    }

    private static String port(String address) {
        return address.substring(address.lastIndexOf(':') + 1);
    }
}
