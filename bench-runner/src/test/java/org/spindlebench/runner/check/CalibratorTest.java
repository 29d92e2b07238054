package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Sizing;

class CalibratorTest {
    private static final long GIB = 1L << 30;
    private static final ContainerSize ONE = new ContainerSize(GIB, 1);

    private final List<String> notes = new ArrayList<>();

    /** Grants one container each second, up to the given number. */
    private static class Queue extends FakeCluster {
        private final int grants;

        Queue(int grants) {
            this.grants = grants;
        }

        int asked(String key) {
            return Integer.parseInt(
                    submitted.get(submitted.size() - 1).configuration().get(key));
        }

        @Override
        public JobHistory read(String jobId, Duration appears) throws IOException {
            boolean reduces = asked("mapreduce.job.reduces") > 0;
            int tasks = reduces ? asked("mapreduce.job.reduces") : asked("spindle.maps");
            int hold = asked("spindle.hold.ms") / 1000;
            List<TaskTimes> history = new ArrayList<>();
            for (int task = 0; task < tasks; task++) {
                int start = task / grants * (hold + grants) + task % grants;
                history.add(Fixtures.task(reduces ? "reduce" : "map", start, start + hold));
            }
            return Fixtures.history(Map.of(), history.toArray(new TaskTimes[0]));
        }
    }

    private List<CalibratedSlots> calibrate(FakeCluster cluster, Plan plan, Sizing sizing) throws Exception {
        return new Calibrator(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        sizing,
                        Duration.ofSeconds(1),
                        new Interruption(),
                        notes::add)
                .calibrate(plan.runs());
    }

    private List<CalibratedSlots> calibrate(FakeCluster cluster, String... jobs) throws Exception {
        return calibrate(cluster, Fixtures.plan(jobs), Fixtures.sizing(Fixtures.shape(3)));
    }

    @Test
    void whatTheQueueGrantsIsMeasuredOnceForEachRequest() throws Exception {
        Queue queue = new Queue(3);

        // Two nodes of 4 GiB promise 7 containers of 1 GiB.
        List<CalibratedSlots> measured = calibrate(queue, "teragen", "terasort", "shuffle", "teragen");

        assertThat(measured).containsExactly(new CalibratedSlots(ONE, ONE, 3));
        assertThat(queue.submitted).hasSize(1);
        assertThat(queue.submitted.get(0).tool()).isEqualTo(ToolName.SLEEP);
        assertThat(queue.submitted.get(0).configuration())
                .containsEntry("spindle.maps", "10")
                .containsEntry("mapreduce.job.reduces", "0");
        assertThat(notes).last().asString().contains("grants 3 containers of 1024 MiB and 1 vcore");
    }

    @Test
    void mapsAndReducesOfDifferentSizesAreMeasuredEach() throws Exception {
        Queue queue = new Queue(2);
        ContainerSize large = new ContainerSize(2 * GIB, 1);
        Sizing sizing = new Sizing(
                Fixtures.shape(3),
                null,
                7,
                any -> new org.spindlebench.runner.cluster.TaskRequests(ONE, large, ONE, 0, 0, 0, 1 << 27, 0));

        List<CalibratedSlots> measured = calibrate(queue, Fixtures.plan("teragen", "terasort"), sizing);

        assertThat(measured).containsExactly(new CalibratedSlots(ONE, ONE, 2), new CalibratedSlots(large, ONE, 2));
        assertThat(queue.submitted.get(1).configuration())
                .containsEntry("spindle.maps", "1")
                .containsEntry("mapreduce.job.reduce.slowstart.completedmaps", "1.0")
                .extractingByKey("mapreduce.job.reduces")
                .isNotEqualTo("0");
    }

    @Test
    void aQueueThatGrantsMoreThanWasAskedForIsAskedForMore() throws Exception {
        Queue queue = new Queue(15);

        assertThat(calibrate(queue, "teragen")).containsExactly(new CalibratedSlots(ONE, ONE, 15));
        assertThat(queue.submitted)
                .extracting(call -> call.configuration().get("spindle.maps"))
                .startsWith("10", "20");
    }

    @Test
    void aPeakThatStillGrewWhenTheFirstTaskEndedIsMeasuredAgainWithLongerTasks() throws Exception {
        // The tasks last half as long as requested, so they end before the 9th of 9 containers is granted.
        Queue queue = new Queue(9) {
            @Override
            int asked(String key) {
                return key.equals("spindle.hold.ms") ? super.asked(key) / 2 : super.asked(key);
            }
        };

        assertThat(calibrate(queue, "teragen")).containsExactly(new CalibratedSlots(ONE, ONE, 9));
        assertThat(queue.submitted)
                .extracting(call -> call.configuration().get("spindle.hold.ms"))
                .containsExactly("13000", "26000");
    }

    @Test
    void aNumberThatNeverSettlesIsNoNumber() {
        Queue queue = new Queue(1000);
        assertThatThrownBy(() -> calibrate(queue, "teragen"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not settle");
    }

    @Test
    void aCalibrationThatFailsSaysWhy() {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return Fixtures.ended(false, "queue stopped");
            }
        };
        assertThatThrownBy(() -> calibrate(cluster, "teragen"))
                .isInstanceOf(IOException.class)
                .hasMessage("the calibration failed: queue stopped");
    }
}
