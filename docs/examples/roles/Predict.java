import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/**
 * Predicts the speed-up of faster devices from what limited the baseline's runs, and compares it with the measured one.
 *
 * <p>Usage: {@code java -cp bench-runner/target/bench-runner.jar docs/examples/roles/Predict.java RESULTS}
 */
public final class Predict {
    private static final String BASELINE = "base";

    /** How many times as fast the devices of each role are, by setup. */
    private static final Map<String, Map<Limiter, Double>> SETUPS = new TreeMap<>(Map.of(
            "hdfs-2", Map.of(Limiter.HDFS, 2.0),
            "shuffle-2", Map.of(Limiter.SHUFFLE, 2.0),
            "both-2", Map.of(Limiter.HDFS, 2.0, Limiter.SHUFFLE, 2.0),
            "both-8", Map.of(Limiter.HDFS, 8.0, Limiter.SHUFFLE, 8.0)));

    private Predict() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, Map<String, List<RunRecord>>> jobs;
        try (Stream<RunRecord> runs = Records.read(Path.of(arguments[0]))) {
            jobs = runs.filter(run -> run.status() == Status.OK)
                    .collect(Collectors.groupingBy(
                            run -> run.subject().job(),
                            TreeMap::new,
                            Collectors.groupingBy(run -> run.subject().setup())));
        }
        List<Double> errors = new ArrayList<>();
        jobs.forEach((job, setups) -> SETUPS.forEach((setup, times) -> {
            double measured = seconds(setups.get(BASELINE)) / seconds(setups.get(setup));
            double predicted = 1 / setups.get(BASELINE).stream()
                    .mapToDouble(run -> run.evidence().limits().onFaster(times))
                    .average()
                    .orElseThrow();
            errors.add(Math.abs(predicted / measured - 1));
            System.out.printf(
                    "| %s | %s | %.2fx | %.2fx | %+.0f %% |%n",
                    job, setup, measured, predicted, 100 * (predicted / measured - 1));
        }));
        List<Double> sorted = errors.stream().sorted().toList();
        System.out.printf(
                "median error %.1f %%, largest %.1f %%%n",
                100 * sorted.get(sorted.size() / 2), 100 * sorted.get(sorted.size() - 1));
    }

    private static double seconds(List<RunRecord> runs) {
        return runs.stream()
                .mapToDouble(run -> run.times().elapsed())
                .average()
                .orElseThrow();
    }
}
