package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Measures what the node probe costs a node: CPU time, memory, and how much longer a job takes. Campaigns with and
 * without the probe alternate in ABBA order. Each campaign gives one value, the geometric mean of its runs. This is a
 * benchmark with its own profile.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.cpu", matches = "true")
class ProbeCostIT {
    private static final String SUITE = """
            name: probe-cost
            description: A job that keeps processors and devices busy.
            bytes_per_node: 128MiB
            repeats: 3
            runs:
              - {jobs: [terasort], compression: none}
            """;
    private static final int ROUNDS = 8;
    private static final int REPEATS = 3;
    private static final double CONFIDENCE = 0.95;
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final String CONTAINER = "org.spindlebench.jobs.probe.yarn.NodeProbe";
    private static final String MASTER = "org.spindlebench.jobs.probe.yarn.ProbeMaster";

    private final List<Double> with = new ArrayList<>();
    private final List<Double> without = new ArrayList<>();
    private final List<ProcessCost> containers = new ArrayList<>();
    private final List<ProcessCost> masters = new ArrayList<>();

    @Test
    void theProbeCostsLittleAndJobsTakeNoLonger(ProcessCluster cluster, @TempDir Path directory) throws Exception {
        Path suite = Files.writeString(directory.resolve("probe-cost.yaml"), SUITE);
        for (int round = 0; round < ROUNDS; round++) {
            boolean first = round % 2 == 0;
            for (boolean probed : List.of(first, !first)) {
                RealCampaign campaign = new RealCampaign(cluster, "cost-" + round + (probed ? "-on" : "-off"));
                (probed ? with : without).add(geometricMean(run(campaign, suite, probed)));
            }
            print("round %d: %.2f s with, %.2f s without%n", round + 1, with.get(round), without.get(round));
        }
        report("container", containers);
        report("ApplicationMaster", masters);
        Interval longer = Paired.of(new SamplePair(Sample.of(with), Sample.of(without)), CONFIDENCE)
                .interval()
                .orElseThrow();
        print(
                "duration with / without: 95 %% interval %.3f to %.3f, %d rounds of %d runs (at most 1.05)%n",
                longer.low(), longer.high(), ROUNDS, REPEATS);
        assertThat(containers).hasSize(ROUNDS).allSatisfy(cost -> {
            assertThat(cost.share()).isLessThanOrEqualTo(0.01);
            assertThat(cost.mostResident()).isLessThanOrEqualTo(160L << 20);
        });
        assertThat(longer.high()).isLessThanOrEqualTo(1.05);
    }

    private List<RunRecord> run(RealCampaign campaign, Path suite, boolean probed) throws Exception {
        ClientRun client = campaign.client(
                        "--suite", suite.toString(), "--slots", "3", "--probe", probed ? "yarn" : "off", "--yes")
                .timeout(LIMIT)
                .start();
        if (probed) {
            ProcessCost.Watch watch = new ProcessCost.Watch(campaign.cluster(), List.of(CONTAINER, MASTER));
            watch.until(client.process(), LIMIT);
            containers.add(watch.cost(CONTAINER));
            masters.add(watch.cost(MASTER));
        }
        assertThat(client.waitFor()).as(client::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(REPEATS).allMatch(run -> run.status() == Status.OK);
        assertThat(records).allMatch(run -> (run.evidence() != null) == probed);
        return records;
    }

    private static double geometricMean(List<RunRecord> runs) {
        return Math.exp(runs.stream()
                .mapToDouble(run -> Math.log(run.times().elapsed()))
                .average()
                .orElseThrow());
    }

    private static void report(String what, List<ProcessCost> costs) {
        print(
                "%s: %.2f to %.2f %% of a core once it has started, %.2f to %.2f CPU s for that, %d to %d MiB resident%n",
                what,
                100 * costs.stream().mapToDouble(ProcessCost::share).min().orElseThrow(),
                100 * costs.stream().mapToDouble(ProcessCost::share).max().orElseThrow(),
                costs.stream().mapToDouble(ProcessCost::start).min().orElseThrow(),
                costs.stream().mapToDouble(ProcessCost::start).max().orElseThrow(),
                costs.stream().mapToLong(ProcessCost::mostResident).min().orElseThrow() >> 20,
                costs.stream().mapToLong(ProcessCost::mostResident).max().orElseThrow() >> 20);
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
