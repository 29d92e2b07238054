package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataNodeProcessesTest {
    private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";

    @TempDir
    private Path proc;

    private void process(String id, String commandLine, String io) throws IOException {
        Path process = Files.createDirectories(proc.resolve(id));
        Files.write(process.resolve("cmdline"), commandLine.getBytes(StandardCharsets.UTF_8));
        if (io != null) {
            Files.write(process.resolve("io"), io.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void dataNodesAreFoundByTheirMainClassAndTheirIoIsSampled() throws IOException {
        process("11", "/usr/bin/java\0-Xmx1g\0" + MAIN + "\0", "rchar: 9\nread_bytes: 4096\nwrite_bytes: 512\n");
        process("12", "/usr/bin/java\0-Dnote=" + MAIN + "\0Other\0", "read_bytes: 1\n");
        process("13", "grep\0" + MAIN + "x\0", "read_bytes: 1\n");

        assertThat(DataNodeProcesses.readable(proc)).containsExactly("11");

        ProbeSample sample = new ProcReader(proc, DataNodeProcesses.readable(proc)).read();
        assertThat(sample.names()).containsExactly("clock.monotonicMillis", "datanode.11.read", "datanode.11.written");
        assertThat(sample.values()).endsWith(4096, 512);

        process("14", "/usr/bin/java\0" + MAIN + "\0", null);
        assertThat(DataNodeProcesses.readable(proc))
                .as("of some it would look like all")
                .isEmpty();
    }

    @Test
    void whereNoProcessesAreSeenThereAreNone() {
        assertThat(DataNodeProcesses.readable(proc.resolve("absent"))).isEmpty();
    }
}
