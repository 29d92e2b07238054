package org.spindlebench.jmh;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;

/**
 * Makes an export in ALOJA's oldest layout, to measure how fast Spindle reports it. The durations are invented, and the
 * same every time. As in ALOJA's exports, most configurations have one run, and different setups were run with
 * different configurations.
 */
public final class AlojaCsvGenerator {
    private static final String HEADER =
            "ID,Benchmark,Exe.Time,Running.Cost,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,End.time\n";
    private static final String[] JOBS = {
        "terasort", "terasort", "kmeans", "wordcount", "sort", "pagerank", "dfsioe_write", "dfsioe_read", "bayes"
    };
    private static final String[] DISKS = {"HDD", "HDD", "SSD", "RL1", "RL2", "RL3"};
    private static final double[] SPEEDS = {1, 1, 1.8, 0.8, 0.9, 1.05};
    private static final String[] CODECS = {"None", "None", "ZLIB", "Snappy", "BZIP2"};
    private static final int[] MAPS = {8, 10, 12, 12, 16, 24};
    private static final int[] FACTORS = {10, 10, 10, 10, 5, 20, 50};
    private static final int[] BUFFERS = {65536, 65536, 65536, 4096, 32768, 131072};
    private static final int[] BLOCKS = {32, 64, 64, 128, 256};
    private static final DateTimeFormatter ENDED = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);
    private static final LocalDateTime FIRST = LocalDateTime.of(2020, 1, 1, 0, 0);

    private final Random random = new Random(42);

    private AlojaCsvGenerator() {}

    /** Takes the arguments FILE and ROWS. */
    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !args[1].matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("expected: FILE ROWS");
        }
        write(Path.of(args[0]), Integer.parseInt(args[1]));
    }

    static void write(Path file, int rows) throws IOException {
        AlojaCsvGenerator generator = new AlojaCsvGenerator();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(HEADER);
            for (int row = 1; row <= rows; row++) {
                out.write(generator.row(row));
            }
        }
    }

    private String row(int id) {
        int job = random.nextInt(JOBS.length);
        int disk = random.nextInt(DISKS.length);
        boolean fastNetwork = random.nextInt(7) < 2;
        double typical = 300 * (1 + job) / SPEEDS[disk] / (fastNetwork ? 1.1 : 1);
        long seconds = Math.max(1, Math.round(typical * Math.exp(0.2 * random.nextGaussian())));
        return String.format(
                Locale.ROOT,
                "%d,%s,%d,%.2f,%s,%s,%d,%d,%d,%d,%s,%d,%s,%s\n",
                id,
                JOBS[job],
                seconds,
                seconds / 3600.0 * 7,
                fastNetwork ? "IB" : "ETH",
                DISKS[disk],
                oneOf(MAPS),
                oneOf(FACTORS),
                1 + random.nextInt(3),
                oneOf(BUFFERS),
                CODECS[random.nextInt(CODECS.length)],
                oneOf(BLOCKS),
                random.nextBoolean() ? "Lab A" : "Lab B",
                FIRST.plusMinutes(20L * id).format(ENDED));
    }

    private int oneOf(int[] values) {
        return values[random.nextInt(values.length)];
    }
}
