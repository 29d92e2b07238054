package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the Tera classes of the jar, which open files as every Hadoop 3 can, with newer ones. */
@BesideClusters
class StockTeraIT {
    private static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final String OURS = "org/spindlebench/stock/";
    private static final String THEIRS = "org/apache/hadoop/examples/";

    @TempDir
    private Path directory;

    @Test
    void filesHaveTheSameSplitsAndRowsAsByTheNewerReader() throws Exception {
        Random random = new Random(7);
        for (int file = 0; file < 2; file++) {
            byte[] rows = new byte[30_000 * 100];
            random.nextBytes(rows);
            Files.write(directory.resolve("part-m-0000" + file), rows);
        }
        URL[] foreign = {foreignExamples().toUri().toURL()};
        try (URLClassLoader newer = new URLClassLoader(foreign, getClass().getClassLoader())) {
            List<String> theirs = read(newer.loadClass("org.apache.hadoop.examples.terasort.TeraInputFormat"));
            List<String> ours = read(Class.forName("org.spindlebench.stock.terasort.TeraInputFormat"));

            assertThat(ours).hasSize(6).isEqualTo(theirs);
            assertThat(ours.stream()
                            .mapToLong(split -> Long.parseLong(split.replaceAll(".* rows ", "")))
                            .sum())
                    .isEqualTo(60_000);
        }
    }

    /** Returns a line for each split: its place, the digest of its rows, and their number. */
    @SuppressWarnings("unchecked")
    private List<String> read(Class<?> type) throws Exception {
        InputFormat<Text, Text> format =
                (InputFormat<Text, Text>) type.getDeclaredConstructor().newInstance();
        Job job = Job.getInstance(new Configuration());
        job.getConfiguration().setBoolean("mapreduce.terasort.use.terascheduler", false);
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(directory.toUri()));
        // No multiple of a row's length.
        FileInputFormat.setMaxInputSplitSize(job, 1_234_567);
        TaskAttemptContext task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        List<String> lines = new ArrayList<>();
        for (InputSplit split : format.getSplits(job)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long rows = 0;
            try (RecordReader<Text, Text> reader = format.createRecordReader(split, task)) {
                reader.initialize(split, task);
                for (; reader.nextKeyValue(); rows++) {
                    digest.update(reader.getCurrentKey().copyBytes());
                    digest.update(reader.getCurrentValue().copyBytes());
                }
            }
            lines.add(split + " " + HexFormat.of().formatHex(digest.digest()) + " rows " + rows);
        }
        return lines;
    }

    @Test
    void onlyTheReaderCallsOtherMethodsThanTheNewerClasses() throws IOException {
        Map<String, Set<String>> ours = references(ROOT.resolve("bench-runner/target/bench-runner.jar"), OURS);
        Map<String, Set<String>> theirs = references(foreignExamples(), THEIRS);

        assertThat(ours.keySet()).hasSizeGreaterThan(30).isEqualTo(theirs.keySet());
        ours.keySet().removeIf(name -> ours.get(name).equals(theirs.get(name)));
        assertThat(ours.keySet()).containsExactly("terasort/TeraInputFormat$TeraRecordReader");
    }

    /** Returns the members that each carried class refers to, without the package that shading changes. */
    private static Map<String, Set<String>> references(Path jar, String prefix) throws IOException {
        Map<String, Set<String>> references = new TreeMap<>();
        LinkedClass.ofJar(jar, 0).forEach((name, each) -> {
            if (name.startsWith(prefix + "terasort/") || name.startsWith(prefix + "WordCount")) {
                references.put(name.substring(prefix.length()), membersOf(each, prefix));
            }
        });
        return references;
    }

    private static Set<String> membersOf(LinkedClass each, String prefix) {
        String guava = "org/apache/hadoop/thirdparty/com/google/common/base/Charsets";
        return each.references().stream()
                .filter(reference -> !reference.member().isEmpty())
                .map(reference ->
                        reference.toString().replace(prefix, "").replace(guava, "java/nio/charset/StandardCharsets"))
                .collect(Collectors.toSet());
    }

    private static Path foreignExamples() throws IOException {
        try (Stream<Path> jars = Files.list(ROOT.resolve("bench-it/target/foreign-lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("hadoop-mapreduce-examples-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
