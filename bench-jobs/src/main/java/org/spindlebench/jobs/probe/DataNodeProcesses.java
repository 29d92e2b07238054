package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** DataNodes on this node whose I/O this user may see: mostly none, unless they are the user's own or the user is root. */
public final class DataNodeProcesses {
    private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";

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
                if (isDataNode(process) && Files.isReadable(process.resolve("io"))) {
                    found.add(process.getFileName().toString());
                }
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
                if (word.equals(MAIN)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // It has ended, or is another user's.
        }
        return false;
    }
}
