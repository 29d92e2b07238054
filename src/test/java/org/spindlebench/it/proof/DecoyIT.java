package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.DecoyRead;
import org.spindlebench.jobs.hdfs.DecoyWrite;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.daemon.HostMemory;
import org.spindlebench.runner.jobs.JobRequest;

/** Tests where real DataNodes store decoys, and how large decoys have to be. Maps run in this JVM. */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class DecoyIT {
    private static final int ROUNDS = 2;
    private static final long BLOCKS = 2;
    private static final long BLOCK_BYTES = 1 << 20;

    /** The tool needs only its own settings. */
    private static final JobRequest NOTHING_ELSE = new JobRequest(0, 0, 0, 1, 1, null, null, null, Map.of());

    private static EmbeddedJobs shared;
    private static FileSystem hdfs;
    private static LocalJobs local;
    private static List<DataNodeAddress> dataNodes;

    @BeforeAll
    static void takeTheSharedCluster(EmbeddedJobs jobs) {
        shared = jobs;
        hdfs = jobs.fileSystem();
        local = new LocalJobs(hdfs);
        dataNodes = NameNodeWeb.dataNodes(hdfs.getConf());
    }

    @Test
    void everyDecoyLiesOnTheDataNodeThatWasNamedForIt() throws Exception {
        List<String> named = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            dataNodes.forEach(node -> named.add(node.transfer()));
        }
        long bytes = named.size() * BLOCKS * BLOCK_BYTES;

        RanJob written = local.run(write("/decoys", named), NOTHING_ELSE);

        assertThat(written.done().counter(DecoyWrite.Counter.BYTES)).isEqualTo(bytes);
        assertThat(named).hasSize(ROUNDS * 3);
        for (int i = 0; i < named.size(); i++) {
            assertThat(ports("/decoys/part-m-0000" + i)).hasSize((int) BLOCKS).containsOnly(port(named.get(i)));
        }
        assertThat(shared.storage().bytesByHost("/decoys"))
                .isEqualTo(Map.of(dataNodes.get(0).host(), bytes));
    }

    @Test
    void decoysAreReadPieceByPieceTwice() throws Exception {
        local.run(write("/read-decoys", List.of(dataNodes.get(0).transfer())), NOTHING_ELSE);

        RanJob read = local.run(new ToolCall(ToolName.DECOY_READ, List.of("/read-decoys"), Map.of()), NOTHING_ELSE);

        assertThat(read.done().counter(DecoyRead.Counter.BYTES)).isEqualTo(BLOCKS * BLOCK_BYTES);
        assertThat(read.done().counter("org.apache.hadoop.mapreduce.FileSystemCounter", "HDFS_BYTES_READ"))
                .as("and little besides, such as the splits")
                .isBetween(2 * BLOCKS * BLOCK_BYTES, 2 * BLOCKS * BLOCK_BYTES + BLOCK_BYTES / 4);
    }

    @Test
    void decoysBelowAnErasureCodedDirectoryAreNotCoded() throws Exception {
        Path coded = shared.codedDirectory("/coded-decoys");
        String node = dataNodes.get(1).transfer();

        local.run(write(coded + "/decoys", List.of(node)), NOTHING_ELSE);

        assertThat(ports(coded + "/decoys/part-m-00000")).hasSize((int) BLOCKS).containsOnly(port(node));
    }

    @Test
    void asManyNodesAsMapsAreNeeded() throws Exception {
        ToolCall two = write("/decoys-of-one", List.of("a:1", "b:1"));
        ToolCall one =
                new ToolCall(two.tool(), two.arguments(), Map.of(JobKeys.NODES, "a:1")).over(two.configuration());
        assertThatThrownBy(() -> local.run(one, NOTHING_ELSE))
                .hasMessage("spindle.nodes names 1 DataNodes; one is needed for each of 2 maps");
        assertThat(hdfs.exists(new Path("/decoys-of-one"))).isFalse();
    }

    @Test
    void dataNodesTellTheMemoryOfTheirHost() throws Exception {
        OperatingSystemMXBean here = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assertThat(HostMemory.read(dataNodes))
                .containsExactly(Map.entry(dataNodes.get(0).host(), here.getTotalMemorySize()));
    }

    private static ToolCall write(String directory, List<String> nodes) {
        return new ToolCall(
                ToolName.DECOY_WRITE,
                List.of(directory),
                Map.of(
                        JobKeys.MAPS,
                        String.valueOf(nodes.size()),
                        JobKeys.BYTES,
                        String.valueOf(nodes.size() * BLOCKS * BLOCK_BYTES),
                        JobKeys.NODES,
                        String.join(",", nodes),
                        "dfs.replication",
                        "1",
                        "dfs.blocksize",
                        String.valueOf(BLOCK_BYTES)));
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
