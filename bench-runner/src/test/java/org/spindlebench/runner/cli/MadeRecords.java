package org.spindlebench.runner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Makes results directories as campaigns leave them: records like the example in {@code docs/records.md}, each with its
 * two files of samples.
 */
public final class MadeRecords {
    /** Bytes per second that the streams move if {@code times} is 1. */
    public static final long BYTES = 1_000_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DOCUMENT = Path.of("..", "docs", "records.md");
    /** Start of the example's job, in milliseconds since 1970. */
    private static final long BEGIN = 1_772_359_200_310L;

    private final Path results;
    private final String campaign;
    private final int planned;
    private int runs;
    private boolean visited;

    /**
     * Prepares a directory that has no records yet.
     *
     * @param planned number of runs in the campaign's plan
     */
    public MadeRecords(Path results, String campaign, int planned) {
        this.results = results;
        this.campaign = campaign;
        this.planned = planned;
    }

    /** Puts each later run into a visit of its own. */
    public MadeRecords inVisits() {
        visited = true;
        return this;
    }

    /**
     * Adds valid runs of {@code dfsio-write} that take the given seconds, named {@code 001-dfsio-write} and so on.
     *
     * @param disk the directory of HDFS in the layout
     * @param times how many times {@link #BYTES} the streams move per second
     */
    public MadeRecords runs(String setup, String disk, int times, double... seconds) throws IOException {
        for (double elapsed : seconds) {
            runs++;
            String run = String.format(Locale.ROOT, "%03d-dfsio-write", runs);
            write(run + ".json", JSON.writeValueAsBytes(record(run, setup, disk, elapsed)));
            packed(run + ".samples.gz", streams(times));
            packed(run + ".nodes.gz", nodes(times));
        }
        return this;
    }

    /** Adds runs as an earlier version saved them after it had stopped a DataNode for them. */
    public MadeRecords damaged(String setup, double... seconds) throws IOException {
        for (double elapsed : seconds) {
            runs++;
            String run = String.format(Locale.ROOT, "%03d-dfsio-write-damaged", runs);
            ObjectNode record = record(run, setup, "/data", elapsed);
            record.remove(List.of("evidence", "throughput"));
            record.withObject("/subject/settings").put("damage", "datanode-stopped");
            record.withObject("/steps").put("damage", 80.5);
            record.putObject("rebuild")
                    .put("treatment", "datanode-stopped")
                    .put("host", "b")
                    .put("recovery", 5.0)
                    .put("overlap", 0.5);
            write(run + ".json", JSON.writeValueAsBytes(record));
        }
        return this;
    }

    public Path file(String name) {
        return results.resolve("runs").resolve(name);
    }

    private ObjectNode record(String run, String setup, String disk, double seconds) throws IOException {
        ObjectNode record = example();
        record.withObject("/identity").put("campaign", campaign).put("run", run);
        record.withObject("/position").put("index", runs).put("total", planned).put("repeat", runs);
        if (visited) {
            record.withObject("/position").put("visit", runs);
        }
        record.withObject("/subject").put("job", "dfsio-write").put("setup", setup);
        record.withObject("/times").put("elapsed", seconds);
        record.withObject("/throughput").put("samples", run + ".samples.gz");
        record.withObject("/evidence").put("samples", run + ".nodes.gz");
        ((ObjectNode) record.at("/evidence/layout/0/directories/0")).put("path", disk);
        record.withObject("/configuration").put("dfs.datanode.data.dir", disk);
        return record;
    }

    private static ObjectNode example() throws IOException {
        String document = Files.readString(DOCUMENT);
        String opening = "```json\n";
        int start = document.indexOf(opening) + opening.length();
        return (ObjectNode) JSON.readTree(document.substring(start, document.indexOf("```", start)));
    }

    private static String streams(int times) {
        StringBuilder text = new StringBuilder("start_ms,bytes,streams\n");
        for (int second = 0; second < 10; second++) {
            text.append(String.format(Locale.ROOT, "%d,%d,2%n", BEGIN - 310 + 1000L * second, times * BYTES));
        }
        return text.toString();
    }

    private static String nodes(int times) {
        StringBuilder text = new StringBuilder(
                "node worker-1\ncolumns cpu.idle cpu.threads cpu.user disk.sdb.busyMillis"
                        + " disk.sdb.queueMillis disk.sdb.reads disk.sdb.sectorsRead disk.sdb.sectorsWritten disk.sdb.writes\n");
        text.append(BEGIN - 510).append(" 100 16 100 0 0 0 0 0 0\n");
        for (int second = 0; second < 20; second++) {
            text.append("1000 900  700 ")
                    .append(100 * times)
                    .append(" 200 1 8 ")
                    .append(2000 * times)
                    .append(" 10\n");
        }
        return text.toString();
    }

    private void packed(String name, String text) throws IOException {
        Files.createDirectories(file(name).getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file(name)))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void write(String name, byte[] content) throws IOException {
        Files.createDirectories(file(name).getParent());
        Files.write(file(name), content);
    }
}
