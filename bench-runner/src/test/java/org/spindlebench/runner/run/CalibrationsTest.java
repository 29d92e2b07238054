package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.HadoopCluster.ClusterIdentity;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.Calibrations;
import org.spindlebench.runner.run.Calibration.ClusterConditions;

class CalibrationsTest {
    private static final long GIB = 1L << 30;
    private static final ClusterIdentity CLUSTER = new ClusterIdentity("rm:8032", "hdfs://nn", "bench");
    private static final QueueShape QUEUE = new QueueShape("q", true, 3 * GIB, 3, GIB, "rest");
    private static final NodeShape A = new NodeShape("a", 4 * GIB, 0, 4, 0);
    private static final NodeShape B = new NodeShape("b", 4 * GIB, 0, 4, 0);
    private static final ClusterConditions THEN = conditions(CLUSTER, QUEUE, A, B);
    private static final ContainerSize ONE = new ContainerSize(GIB, 1);

    @TempDir
    private Path out;

    private static ClusterConditions conditions(ClusterIdentity cluster, QueueShape queue, NodeShape... nodes) {
        return ClusterConditions.of(cluster, Fixtures.shape(3, queue, nodes));
    }

    private static Calibration calibration(ClusterConditions conditions, int slots) {
        return new Calibration(conditions, new CalibratedSlots(ONE, ONE, slots), Instant.parse("2026-03-01T10:00:00Z"));
    }

    private Calibrations stored(int slots) throws Exception {
        Calibrations.add(out, List.of(calibration(THEN, slots)));
        return Calibrations.read(out);
    }

    @Test
    void whatWasMeasuredIsFoundAgainWhateverTheOrderOfTheNodes() throws Exception {
        Calibrations stored = stored(2);

        assertThat(stored.fitting(conditions(CLUSTER, QUEUE, B, A))).containsExactly(new CalibratedSlots(ONE, ONE, 2));
        assertThat(stored.notes(THEN))
                .containsExactly("Calibrated at 2026-03-01T10:00:00Z: queue q of 2 NodeManagers granted 2 containers of"
                        + " 1024 MiB and 1 vcore at once.");
    }

    @Test
    void aLaterMeasurementOfTheSameTakesTheEarlierOnesPlace() throws Exception {
        stored(2);
        ClusterConditions larger = conditions(CLUSTER, QUEUE, A, B, new NodeShape("c", GIB, 0, 1, 0));
        Calibrations.add(out, List.of(calibration(larger, 3)));

        assertThat(Calibrations.read(out).calibrations()).containsExactly(calibration(larger, 3));
    }

    @Test
    void anotherNodeOrOneThatIsInUseMakesItUnfit() throws Exception {
        Calibrations stored = stored(2);
        for (ClusterConditions now : List.of(
                conditions(CLUSTER, QUEUE, A),
                conditions(CLUSTER, QUEUE, A, new NodeShape("b", 8 * GIB, 0, 4, 0)),
                conditions(CLUSTER, QUEUE, A, new NodeShape("b", 4 * GIB, GIB, 4, 1)))) {
            assertThat(stored.fitting(now)).isEmpty();
            assertThat(stored.notes(now))
                    .containsExactly(
                            "The calibration of 2026-03-01T10:00:00Z is not used, because these have changed: the"
                                    + " NodeManagers or their resources in use. `check --calibrate` measures again.");
        }
    }

    @Test
    void otherLimitsOfTheQueueMakeItUnfit() throws Exception {
        ClusterConditions now = conditions(CLUSTER, new QueueShape("q", true, 2 * GIB, 3, GIB, "rest"), A, B);

        assertThat(stored(2).fitting(now)).isEmpty();
        assertThat(stored(2).notes(now))
                .singleElement()
                .asString()
                .contains("because these have changed: the queue's limits.");
    }

    @Test
    void anotherClusterUserOrQueueIsNoneOfItsBusiness() throws Exception {
        Calibrations stored = stored(2);
        for (ClusterConditions now : List.of(
                conditions(new ClusterIdentity("other:8032", "hdfs://nn", "bench"), QUEUE, A, B),
                conditions(new ClusterIdentity("rm:8032", "hdfs://other", "bench"), QUEUE, A, B),
                conditions(new ClusterIdentity("rm:8032", "hdfs://nn", "other"), QUEUE, A, B),
                conditions(CLUSTER, new QueueShape("r", true, 3 * GIB, 3, GIB, "rest"), A, B))) {
            assertThat(stored.fitting(now)).isEmpty();
            assertThat(stored.notes(now)).isEmpty();
        }
    }

    @Test
    void withoutAFileThereIsNone() throws Exception {
        assertThat(Calibrations.read(out).calibrations()).isEmpty();
    }

    @Test
    void aDamagedFileIsReportedByName() throws Exception {
        Files.writeString(out.resolve(Calibrations.NAME), "{\"schema\": 1, \"calibrations\": 3}");

        assertThatThrownBy(() -> Calibrations.read(out))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("calibration.json");
    }

    @Test
    void aDamagedFileIsSaidAndNotUsedAndMakesRoomForTheNextMeasurement() throws Exception {
        Files.writeString(out.resolve(Calibrations.NAME), "{\"schema\": 1, \"calib");
        List<String> notes = new ArrayList<>();

        assertThat(Calibrations.readable(out, notes).calibrations()).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .contains(
                        "does not use earlier calibrations", "calibration.json", "`check --calibrate` measures again");
        assertThat(stored(2).calibrations()).hasSize(1);
        assertThat(out.resolve(Calibrations.NAME + ".damaged-1")).hasContent("{\"schema\": 1, \"calib");
    }

    @Test
    void slotsThatWereMeasuredWinOverThoseThatWereComputedAndTheUsersOwnWinOverBoth() {
        List<CalibratedSlots> seen = List.of(new CalibratedSlots(ONE, ONE, 2));
        Sizing computed = Fixtures.sizing(Fixtures.shape(3));
        Sizing given = new Sizing(Fixtures.shape(3), 5, 7, any -> Fixtures.REQUESTS);

        assertThat(computed.size(Fixtures.spec(1, "terasort", 500)).slots().rule())
                .isEqualTo("memory");
        SizedRun sized = computed.with(seen).size(Fixtures.spec(1, "terasort", 500));
        assertThat(sized.slots().rule()).isEqualTo("calibrated");
        assertThat(sized.slots().chosen()).isEqualTo(2);
        assertThat(sized.slots().byMemory()).isEqualTo(7);
        assertThat(sized.reduces()).isEqualTo(2);
        assertThat(given.with(seen)
                        .size(Fixtures.spec(1, "terasort", 500))
                        .slots()
                        .chosen())
                .isEqualTo(5);
    }

    @Test
    void slotsOfAnotherRequestAreNotTaken() {
        List<CalibratedSlots> seen = List.of(new CalibratedSlots(new ContainerSize(2 * GIB, 1), ONE, 2));

        assertThat(Fixtures.sizing(Fixtures.shape(3))
                        .with(seen)
                        .size(Fixtures.spec(1, "terasort", 500))
                        .slots()
                        .rule())
                .isEqualTo("memory");
    }
}
