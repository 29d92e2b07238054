package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds this node's DataNodes, if this user may see the I/O of all of them. Usually only root and the user that runs
 * the DataNodes may see it.
 */
public final class DataNodeProcesses {
    private static final List<String> MAIN = Arrays.asList(
            "org.apache.hadoop.hdfs.server.datanode.DataNode",
            "org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter");

    private DataNodeProcesses() {}

    /**
     * Returns the processes of DataNodes; none if the I/O of any of them is hidden.
     *
     * @param proc {@code /proc} except in tests
     * @return the names of the processes' directories in {@code proc}
     */
    public static List<String> readable(Path proc) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (!isDataNode(process)) {
                    continue;
                }
                if (!Files.isReadable(process.resolve("io"))) {
                    // The I/O of only some DataNodes could be mistaken for the I/O of all.
                    return new ArrayList<>();
                }
                found.add(process.getFileName().toString());
            }
        } catch (IOException hidden) {
            // Without this directory, no process is visible.
        }
        return found;
    }

    private static boolean isDataNode(Path process) {
        try {
            String line = new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.ISO_8859_1);
            for (String word : line.split("\0")) {
                if (MAIN.contains(word)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // The process has ended, or belongs to another user.
        }
        return false;
    }
}
