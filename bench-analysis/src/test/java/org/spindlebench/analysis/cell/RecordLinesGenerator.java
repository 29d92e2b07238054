package org.spindlebench.analysis.cell;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

/**
 * Makes a given number of records in JSON Lines, to measure how fast Spindle reads and reports them. The records are
 * the same every time. They cover eight jobs on four setups with sixteen combinations of settings, in campaigns of
 * 10,000 runs. One run in a hundred failed or was invalid. A line has at most 500 bytes.
 */
public final class RecordLinesGenerator {
    private static final String[] JOBS = {
        "teragen", "terasort", "teravalidate", "teraread", "wordcount", "shuffle", "hdfs-write", "sort"
    };
    private static final String[] SETUPS = {"hdd-6", "hdd-11", "hybrid", "ssd"};
    private static final double[] SPEEDS = {1, 1.3, 1.5, 1.9};
    private static final String[] COMPRESSIONS = {"none", "snappy"};
    private static final int[] CONTAINERS = {8, 12, 16, 24};
    private static final int[] BLOCKS = {64 << 20, 128 << 20};
    private static final int CAMPAIGN = 10_000;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Random random = new Random(42);

    private RecordLinesGenerator() {}

    /** Takes the arguments FILE and COUNT. */
    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !args[1].matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("expected: FILE COUNT");
        }
        write(Path.of(args[0]), Integer.parseInt(args[1]));
    }

    static void write(Path file, int count) throws IOException {
        RecordLinesGenerator generator = new RecordLinesGenerator();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int run = 0; run < count; run++) {
                out.write(generator.line(run));
            }
        }
    }

    private String line(int run) {
        int job = random.nextInt(JOBS.length);
        int setup = random.nextInt(SETUPS.length);
        int compression = random.nextInt(COMPRESSIONS.length);
        int containers = CONTAINERS[random.nextInt(CONTAINERS.length)];
        int block = BLOCKS[random.nextInt(BLOCKS.length)];
        double typical = 200 * (1 + job) / SPEEDS[setup] / (1 + 0.15 * compression) * (1 + 2.0 / containers);
        long millis = Math.round(1000 * typical * Math.exp(0.08 * random.nextGaussian()));
        Instant started = START.plusSeconds(1000L * run);
        return identity(run, JOBS[job]) + subject(job, setup, compression, containers, block)
                + ending(random.nextInt(200)) + times(started, millis) + ",\"sizes\":{\"nodes\":10}}\n";
    }

    private static String identity(int run, String job) {
        int index = 1 + run % CAMPAIGN;
        return "{\"schema\":1,\"identity\":{\"campaign\":\"night-" + run / CAMPAIGN + "\",\"run\":\"" + index + "-"
                + job
                + "\",\"suite\":\"full\"},\"position\":{\"index\":" + index + ",\"total\":" + CAMPAIGN + ",\"block\":"
                + (1 + index / 100) + ",\"repeat\":" + index + ",\"seed\":42}";
    }

    private static String subject(int job, int setup, int compression, int containers, int block) {
        return ",\"subject\":{\"job\":\"" + JOBS[job] + "\",\"setup\":\"" + SETUPS[setup]
                + "\",\"settings\":{\"block_size\":\"" + block + "\",\"cache\":\"cold\",\"compression\":\""
                + COMPRESSIONS[compression] + "\",\"containers\":\"" + containers + "\"}}";
    }

    private static String ending(int lot) {
        return switch (lot) {
            case 0 -> ",\"status\":\"failed\",\"reasons\":[\"no space left on device\"]";
            case 1 -> ",\"status\":\"invalid\",\"reasons\":[\"output: 3 bytes too few\"]";
            default -> ",\"status\":\"ok\"";
        };
    }

    private static String times(Instant started, long millis) {
        return ",\"times\":{\"yarnStarted\":\"" + started + "\",\"yarnFinished\":\"" + started.plusMillis(millis)
                + "\",\"elapsed\":" + String.format(Locale.ROOT, "%.3f", millis / 1000.0) + "}";
    }
}
