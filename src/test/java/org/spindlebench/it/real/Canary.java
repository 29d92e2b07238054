package org.spindlebench.it.real;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.it.cluster.ClusterRest;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Files that are the user's own, in HDFS and in the local file system. Some lie where Spindle has its own, or have names
 * like those. Nothing may ever touch them.
 *
 * @param inHdfs a directory of HDFS that is the user's own
 * @param staging a directory of HDFS that looks like that of a job
 * @param local directories of this host that are the user's own
 */
record Canary(ClusterRest rest, String inHdfs, String staging, List<Path> local) {
    static final String STAGED = "job_1500000000000_0001";

    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));

    /** Writes the files. */
    static Canary plant(ProcessCluster cluster, String name) throws IOException, InterruptedException {
        String home = "/user/" + ProcessCluster.USER;
        Canary canary = new Canary(
                cluster.rest(),
                home + "/" + name,
                home + "/.staging/" + STAGED,
                List.of(
                        cluster.directory().resolve(name),
                        cluster.directory().resolve("tmp").resolve(name)));
        for (String file :
                List.of("a.txt", "soak/runs/001/out/part-m-00000", "quick-20260101-020000/inputs/data", "d/e/f")) {
            cluster.rest().writeFile(canary.inHdfs + "/" + file, ProcessCluster.USER, "the user's own " + file);
            for (Path directory : canary.local) {
                Path path = directory.resolve(file);
                Files.createDirectories(path.getParent());
                Files.writeString(path, "the user's own " + file);
                Files.setLastModifiedTime(path, LONG_AGO);
            }
        }
        cluster.rest().writeFile(canary.staging + "/job.xml", ProcessCluster.USER, "<configuration/>");
        return canary;
    }

    /** Returns all paths, each with its type, length, owner, permission, modification time, and checksum. */
    SortedMap<String, String> state() throws IOException, InterruptedException {
        SortedMap<String, String> state = new TreeMap<>();
        for (String directory : List.of(inHdfs, staging)) {
            for (Map.Entry<String, String> entry : rest.tree(directory).entrySet()) {
                boolean isFile = entry.getValue().startsWith("FILE");
                String content =
                        isFile ? " " + checksum(rest.readFile(entry.getKey()).getBytes(StandardCharsets.UTF_8)) : "";
                state.put("hdfs:" + entry.getKey(), entry.getValue() + content);
            }
        }
        for (Path directory : local) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.toList()) {
                    state.put(path.toString(), describe(path));
                }
            }
        }
        return state;
    }

    private static String describe(Path path) throws IOException {
        return Files.isDirectory(path)
                ? "directory " + Files.getLastModifiedTime(path)
                : Files.size(path) + " " + Files.getLastModifiedTime(path) + " " + checksum(Files.readAllBytes(path));
    }

    private static String checksum(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
