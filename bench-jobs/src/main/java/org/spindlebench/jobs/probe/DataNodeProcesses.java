package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DataNodes on this node, where this user may see the I/O of all of them: mostly not, unless they are the user's own or the user is root. */
public final class DataNodeProcesses {
    private static final List<String> MAIN = Arrays.asList(
            "org.apache.hadoop.hdfs.server.datanode.DataNode",
            "org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter");

    private DataNodeProcesses() {}

    /**
     * Finds them.
     *
     * @param proc {@code /proc} but in tests
     * @return names of their directories there
     */
    public static List<String> readable(Path proc) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (!isDataNode(process)) {
                    continue;
                }
                if (!Files.isReadable(process.resolve("io"))) {
                    // Of some it would look like all.
                    return new ArrayList<>();
                }
                found.add(process.getFileName().toString());
            }
        } catch (IOException hidden) {
            // None is seen then.
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
            // It has ended, or is another user's.
        }
        return false;
    }
}
