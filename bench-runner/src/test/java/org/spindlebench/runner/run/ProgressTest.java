package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.RecordAssembler.RecordContent;

class ProgressTest {
    private static final String CLEAR = "\r\u001b[K";
    private static final RunSpec SPEC = Fixtures.spec(2, "terasort", 500);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now = 5_000_000_000L;

    private Progress progress(boolean terminal, int left) {
        List<RunSpec> runs = IntStream.range(2, 2 + left)
                .mapToObj(index -> Fixtures.spec(index, "terasort", 500))
                .toList();
        TimeLeft time = new TimeLeft(Plan.ofOneSetup("c", "s", "setup", 1, runs));
        return new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), terminal, 9, time, () -> now);
    }

    private String printed() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static RunRecord ended(Status status, List<String> reasons) {
        return ended(SPEC, null, new Outcome(status, reasons, null, List.of()));
    }

    private static RunRecord ended(RunSpec spec, Steps steps, Outcome outcome) {
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(spec);
        RecordContent parts = new RecordContent(
                run, null, null, Fixtures.ended(true, ""), null, List.of(), null, null, null, null, steps);
        return new RecordAssembler(
                        Fixtures.settings(Fixtures.plan("terasort"), new Cooling.NoCooling()), Fixtures.SOFTWARE)
                .assemble(spec.id(), parts, outcome);
    }

    @Test
    void withoutATerminalOnlyEventsArePlainLines() {
        Progress progress = progress(false, 3);

        progress.step(SPEC, "prepare tera-1b");
        progress.step(SPEC, "run");
        progress.job(new JobProgress("application_1", "RUNNING", 0.5, 0.25));
        now += Duration.ofSeconds(65).toNanos();
        progress.ended(SPEC, ended(Status.OK, List.of()));
        progress.note("done");

        assertThat(printed().lines())
                .containsExactly(
                        "[2/9] terasort none repeat 1 prepare tera-1b",
                        "[2/9] terasort none repeat 1 ok 10.0 s, about 2:10 left",
                        "done");
        assertThat(printed()).doesNotContain("\u001b");
    }

    @Test
    void onATerminalOneLineIsWrittenOver() {
        Progress progress = progress(true, 3);

        progress.step(SPEC, "run");
        now += Duration.ofSeconds(61).toNanos();
        progress.job(new JobProgress("application_1", "RUNNING", 1, 0.25));

        assertThat(printed())
                .isEqualTo(CLEAR + "[2/9] terasort none repeat 1 run, elapsed 0:00" + CLEAR
                        + "[2/9] terasort none repeat 1 run: map 100 %, reduce  25 %, elapsed 1:01");
    }

    @Test
    void aRunThatIsNotValidIsNamedWithItsReasons() {
        progress(false, 3).ended(SPEC, ended(Status.INVALID, List.of("rows: expected 1, found 2", "bytes")));

        assertThat(printed().strip())
                .isEqualTo("[2/9] terasort none repeat 1 invalid 10.0 s: rows: expected 1, found 2; bytes");
    }

    @Test
    void aResumedCampaignLearnsFromRunsThatEndedBefore() {
        Progress progress = progress(false, 4);
        Outcome ok = new Outcome(Status.OK, List.of(), null, List.of());
        Steps seconds90 = new Steps(20.0, null, 10.0, 50.0, null, 4.0, 3.0, 2.0, 1.0, 77.0);

        progress.endedBefore(ended(Fixtures.spec(2, "terasort", 500), seconds90, ok));
        progress.endedBefore(ended(Fixtures.spec(3, "terasort", 500), null, ok));
        now += Duration.ofSeconds(30).toNanos();
        progress.ended(Fixtures.spec(4, "terasort", 500), ended(Status.OK, List.of()));

        assertThat(printed().strip()).isEqualTo("[4/9] terasort none repeat 1 ok 10.0 s, about 1:00 left");
    }

    @Test
    void theLastRunLeavesNothingToEstimate() {
        progress(false, 1).ended(SPEC, ended(Status.OK, List.of()));

        assertThat(printed().strip()).isEqualTo("[2/9] terasort none repeat 1 ok 10.0 s");
    }

    @Test
    void timesHaveHoursOnlyWhenThereAreSome() {
        assertThat(Progress.clock(Duration.ofSeconds(59))).isEqualTo("0:59");
        assertThat(Progress.clock(Duration.ofSeconds(3599))).isEqualTo("59:59");
        assertThat(Progress.clock(Duration.ofSeconds(3661))).isEqualTo("1:01:01");
    }
}
