package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * The moments at which clients are killed. They are the same in every build, unless {@code -Dspindle.it.seed} gives
 * another seed or the word {@code random}. The seed is stored next to failsafe's reports.
 */
public final class Moments {
    private static final String KEY = "spindle.it.seed";

    private Moments() {}

    /** Returns a source of moments for a test. The seed's file is named after the test. */
    public static Random of(Class<?> test) throws IOException {
        String asked = System.getProperty(KEY, "1");
        long seed = asked.equals("random") ? System.nanoTime() : Long.parseLong(asked);
        Path reports = ProcessCluster.projectRoot().resolve("bench-it/target/failsafe-reports");
        Files.writeString(
                Files.createDirectories(reports).resolve("seed-" + test.getSimpleName() + ".txt"),
                "-D" + KEY + "=" + seed + System.lineSeparator());
        return new Random(seed);
    }
}
