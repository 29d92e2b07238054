package org.spindlebench.jmh;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks of the data generators, each on one core. It prints MB/s (10^6 bytes), computed from the median
 * time for 1 MiB. It fails if a generator is slower than required.
 */
public final class GeneratorComparison {
    /** The required ratio: the speed of the shuffle's records / the speed of RandomTextWriter's sentences in the same run. */
    private static final double NEEDED_RATIO = 10;
    /**
     * The required MB/s of random bytes and of rows of TeraGen. At a quarter of this speed, a generator takes a third of the CPU time of a map writing to
     * HDFS.
     */
    private static final double NEEDED_MB = 4000;

    private static final double BYTES_PER_OPERATION = 1 << 20;

    private GeneratorComparison() {}

    public static void main(String[] args) throws RunnerException {
        Map<String, Double> rates = new TreeMap<>();
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(RecordMakerBenchmark.class.getSimpleName())
                        .include(DataFillBenchmark.class.getSimpleName())
                        .param("kind", "random", "tera")
                        .forks(3)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.seconds(2))
                        .threads(1)
                        .build())
                .run()) {
            double microseconds = result.getPrimaryResult().getStatistics().getPercentile(50);
            String kind = result.getParams().getParam("kind");
            String name = result.getPrimaryResult().getLabel();
            rates.put(name.equals("fill") ? kind : name, BYTES_PER_OPERATION / microseconds);
        }
        rates.forEach((name, rate) -> print("%-22s %8.0f MB/s%n", name, rate));
        double ratio = rates.get("make") / rates.get("randomTextSentences");
        print("shuffle records / RandomTextWriter's: %.1f (needed: %.0f)%n", ratio, NEEDED_RATIO);
        print("random bytes: %.0f MB/s (needed: %.0f)%n", rates.get("random"), NEEDED_MB);
        print("rows of TeraGen: %.0f MB/s (needed: %.0f)%n", rates.get("tera"), NEEDED_MB);
        if (ratio < NEEDED_RATIO || Math.min(rates.get("random"), rates.get("tera")) < NEEDED_MB) {
            throw new IllegalStateException("a generator is slower than required");
        }
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
