package org.spindlebench.jmh;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks that say what making data costs, in one go and on one core, and prints MB/s (10^6 bytes) and the ratio to RandomTextWriter. Exit code
 * 1 when a generator is slower than it has to be.
 */
public final class GeneratorComparison {
    /** Of the fastest way to make RandomTextWriter's records, in the same run. */
    private static final double NEEDED_RATIO = 10;
    /** A third of this would cost as much as all the rest of a map that writes to HDFS. */
    private static final double NEEDED_RANDOM_MB = 4000;

    private static final double MB_PER_MIB = (1 << 20) / 1e6;

    private GeneratorComparison() {}

    public static void main(String[] args) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(RecordMakerBenchmark.class.getSimpleName())
                        .include(RandomFillBenchmark.class.getSimpleName())
                        .forks(2)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(2))
                        .threads(1)
                        .build())
                .run();
        Map<String, Double> rates = results.stream()
                .map(RunResult::getPrimaryResult)
                .collect(Collectors.toMap(Result::getLabel, result -> result.getScore() * MB_PER_MIB));
        rates.forEach((name, rate) -> print("%-22s %8.0f MB/s%n", name, rate));
        double ratio = rates.get("make") / Math.max(rates.get("randomTextMapper"), rates.get("randomTextSentences"));
        print("shuffle records / RandomTextWriter's: %.1f (needed: %.0f)%n", ratio, NEEDED_RATIO);
        print("random bytes: %.0f MB/s (needed: %.0f)%n", rates.get("ourFill"), NEEDED_RANDOM_MB);
        if (ratio < NEEDED_RATIO || rates.get("ourFill") < NEEDED_RANDOM_MB) {
            throw new IllegalStateException("a generator is slower than it has to be");
        }
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
