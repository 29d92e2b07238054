package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.LimitShares.PartLimit;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;

class LimitTextTest {
    private final List<RunRecord> runs = new ArrayList<>();
    private final List<NodeLayout.Directory> directories = new ArrayList<>();

    private void run(String setup, String compression, Limiter limiter, double pace, double processors) {
        runs.add(limited(setup, limiter, pace, processors)
                .setting("compression", compression)
                .build());
    }

    private RunBuilder limited(String setup, Limiter limiter, double pace, double processors) {
        LimitShares limits = new LimitShares(
                12,
                List.of(
                        new PartLimit(limiter, pace, 1, 0.1, 0.1, null),
                        new PartLimit(Limiter.PROCESSORS, processors, 1, 0.1, 0.1, null)),
                List.of(Limiter.NETWORK));
        CpuLoad busy = new CpuLoad(1, 4L, 0.9, null);
        Proofs proofs = new Proofs(List.of(), null, busy, null, null, null, null, null, null);
        NodeLayout layout =
                new NodeLayout("node-1", null, null, null, null, null, null, null, directories, null, null, null);
        int number = runs.size() + 1;
        return new RunBuilder(number, "terasort")
                .run("r" + number)
                .setup(setup)
                .repeat(number)
                .evidence(new NodeMetrics("yarn", null, null, List.of(layout), proofs, null).limitedBy(limits));
    }

    private static NodeLayout.Directory directory(String role, String path) {
        return new NodeLayout.Directory(
                role, path, null, true, true, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null);
    }

    private void visit(int number, RunBuilder run) {
        runs.add(run.block(number)
                .visit(runs.size() + 1)
                .elapsed(100 + number % 3 * 0.1)
                .build());
    }

    private Findings findings() {
        return Findings.of(Runs.of(runs.stream()), ComparisonOptions.standard().against("hdd"));
    }

    private void three(String setup, String compression, Limiter limiter, double pace, double processors) {
        run(setup, compression, limiter, pace - 0.1, processors);
        run(setup, compression, limiter, pace, processors);
        run(setup, compression, limiter, pace + 0.05, processors);
    }

    @Test
    void each_job_says_what_limited_it_on_each_setup() {
        three("hdd", "none", Limiter.HDFS, 0.83, 0.05);
        three("ssd", "none", Limiter.SHUFFLE, 0.2, 0.71);

        assertThat(Reports.text(findings()))
                .contains("What limited the runs\n")
                .contains(
                        "  terasort: HDFS's devices for 83 % of its time on hdd (unknown: the network), processors for"
                                + " 71 % on ssd (unknown: the network)\n");
        assertThat(Reports.markdown(findings())).contains("What limited the runs", "| 83 |");
        assertThat(Reports.json(findings())).contains("\"all_storage\": 0.83", "\"hdfs\": 0.83");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.7 | 0.1 | 0.2 | 0.6 | same within 5 %, storage-limited | true",
                "0.19 | 0.7 | 0.1 | 0.71 | same within 5 %, but storage was not what limited it: processors for 70 % of the time (unknown: the network) | false"
            })
    void setups_that_are_the_same_say_whether_storage_limited_one(
            double slow, double slowBusy, double fast, double fastBusy, String words, boolean storage) {
        for (int visit = 1; visit <= 8; visit++) {
            visit(visit, limited("hdd", Limiter.HDFS, slow, slowBusy));
            visit(visit, limited("ssd", Limiter.HDFS, fast, fastBusy));
        }

        assertThat(Reports.text(findings())).contains(words);
        assertThat(Reports.json(findings())).contains("\"storage_limited\": " + storage);
        assertThat(findings().families().get(0).comparisons().get(0).claim().words())
                .isEqualTo(words);
    }

    /** Storage set the pace for half of the time, so faster storage could show much, but not all. */
    @Test
    void setups_that_are_the_same_say_that_storage_limited_them_in_part() {
        for (int visit = 1; visit <= 8; visit++) {
            visit(visit, limited("hdd", Limiter.HDFS, 0.5, 0.3));
            visit(visit, limited("ssd", Limiter.HDFS, 0.4, 0.4));
        }

        assertThat(findings().families().get(0).comparisons().get(0).claim().words())
                .isEqualTo("same within 5 %, but storage limited it for only part of the time");
        assertThat(Reports.json(findings())).doesNotContain("storage_limited");
    }

    @Test
    void storage_of_both_roles_counts_together_and_what_is_unknown_is_named() {
        Map<Limiter, Double> shares = Map.of(Limiter.HDFS, 0.35, Limiter.SHUFFLE, 0.32, Limiter.PROCESSORS, 0.36);
        LimitMedians both = new LimitMedians(3, 0.67, new TreeMap<>(shares), new TreeSet<>());
        assertThat(both.longest()).isEqualTo(Map.entry("storage", 0.67));
        LimitMedians unknown = new LimitMedians(3, null, new TreeMap<>(shares), new TreeSet<>(Set.of(Limiter.NETWORK)));
        assertThat(unknown.longest()).isEqualTo(Map.entry("processors", 0.36));
        assertThat(unknown.mostOther()).isEqualTo("processors for 36 % of the time (unknown: the network)");
    }

    @Test
    void settings_that_differ_tell_the_sentences_apart() {
        three("hdd", "none", Limiter.HDFS, 0.83, 0.05);
        three("hdd", "snappy", Limiter.HDFS, 0.43, 0.5);

        assertThat(Reports.text(findings()))
                .contains("terasort (compression=none): HDFS's devices for 83 % of its time on hdd")
                .contains("terasort (compression=snappy): processors for 50 % of its time on hdd");
    }

    @Test
    void shares_are_medians_and_the_rest_is_coordination() {
        three("hdd", "none", Limiter.HDFS, 0.8, 0.05);
        CellSummary cell = findings().cells().get(0);

        assertThat(cell.devices().limits().runs()).isEqualTo(3);
        assertThat(cell.devices().limits().storage()).isCloseTo(0.8, within(1e-9));
        assertThat(cell.devices().limits().shares().get(Limiter.COORDINATION)).isCloseTo(0.15, within(1e-9));
        assertThat(cell.devices().limits().shares()).doesNotContainKey(Limiter.MEMORY);
    }

    /** The premise of a claim stands beside it: a disk without a task, or reads from memory, say nothing about disks. */
    @Test
    void a_hypothesis_says_for_how_long_storage_limited_its_jobs() {
        directories.add(directory("hdfs", "/d1"));
        directories.add(directory("hdfs", "/d2"));
        directories.add(directory("shuffle", "/d1"));
        for (int visit = 1; visit <= 8; visit++) {
            visit(visit, limited("hdd", Limiter.HDFS, 0.5, 0.3));
            visit(visit, limited("ssd", Limiter.HDFS, 0.4, 0.4));
        }
        Hypothesis alike = new Hypothesis(
                "both are alike",
                List.of("terasort"),
                new TreeMap<>(),
                "hdd",
                "ssd",
                Prediction.of(Expectation.ALIKE, 0.1));
        Findings judged = Findings.of(
                Runs.of(runs.stream()), ComparisonOptions.standard().with(new Study("Figure 2", List.of(alike))));

        assertThat(Reports.text(judged))
                .contains("not tested at this size: storage set the pace of hdd for 50 % of the job, less than 60 %;"
                        + " at most 4 tasks at once for 2 directories of HDFS and 1 of the shuffle");
        assertThat(Reports.json(judged)).contains("\"pace\": 0.5");
    }

    @Test
    void records_without_limits_say_nothing() {
        runs.add(new RunBuilder(1, "terasort").setup("hdd").build());

        assertThat(Reports.text(findings())).doesNotContain("What limited");
    }
}
