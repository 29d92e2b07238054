package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.page.Credibility.BandwidthLight;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.task.ConcurrencySeries;

/** Checks that the charts of single runs draw the values of the library's series. */
class EvidenceChartsTest {
    @TempDir
    private Path directory;

    private Chart picture(String id, EvidenceRuns runs) {
        return EvidenceRuns.picture(id, runs.findings(), runs.read());
    }

    private static double number(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).doubleValue();
    }

    @Test
    void phases_are_the_concurrency_of_the_runs_tasks_since_the_job_began() {
        RunRecord run = new RunBuilder(1, "terasort").build();
        EvidenceRuns runs = new EvidenceRuns(directory).add(run);
        ConcurrencySeries series = ConcurrencySeries.of(run.tasks()).orElseThrow();
        List<Map<String, Object>> rows = EvidenceRuns.rows(picture("phases", runs));

        assertThat(rows).hasSize(series.steps().size() + 1);
        for (int at = 0; at < series.steps().size(); at++) {
            ConcurrencySeries.ConcurrencyStep step = series.steps().get(at);
            // YARN accepted the job at 0.31 s, and the first task started at 4 s.
            assertThat(number(rows.get(at), "at")).isCloseTo(3.69 + step.at(), within(1e-9));
            assertThat(rows.get(at))
                    .containsEntry("map", step.map())
                    .containsEntry("shuffle", step.shuffle())
                    .containsEntry("merge", step.merge())
                    .containsEntry("reduce", step.reduce())
                    .containsEntry("other", step.other());
        }
        Map<String, Object> end = rows.get(rows.size() - 1);
        assertThat(number(end, "at")).isCloseTo(3.69 + series.seconds(), within(1e-9));
        assertThat(number(end, "map") + number(end, "shuffle") + number(end, "reduce"))
                .isZero();
    }

    @Test
    void phases_of_a_run_without_yarns_times_begin_with_its_first_task() {
        EvidenceRuns runs = new EvidenceRuns(directory)
                .add(new RunBuilder(1, "terasort").timeless().build());
        Chart picture = picture("phases", runs);
        assertThat(number(EvidenceRuns.rows(picture).get(0), "at")).isZero();
        assertThat(picture.notes()).anyMatch(note -> note.contains("seconds count from the first task"));
    }

    @Test
    void devices_and_processors_are_the_series_of_the_runs_samples() throws Exception {
        EvidenceRuns runs = new EvidenceRuns(directory);
        RunRecord run = new RunBuilder(1, "teragen").evidence(runs.watched()).build();
        runs.add(run);
        RunSeries series = RunSeries.read(runs.runs().resolve("001-teragen.json"), RunSeries.STEP)
                .orElseThrow();
        List<IoStep> hdfs = series.roles().get(0).steps();
        List<IoStep> shuffle = series.roles().get(1).steps();
        List<Map<String, Object>> devices = EvidenceRuns.rows(picture("devices", runs));
        List<Map<String, Object>> busy = EvidenceRuns.rows(picture("processors", runs));

        assertThat(devices).hasSize(15).hasSameSizeAs(hdfs);
        assertThat(busy).hasSize(15);
        for (int at = 0; at < hdfs.size(); at++) {
            Map<String, Object> row = devices.get(at);
            assertThat(number(row, "at")).isCloseTo(hdfs.get(at).at(), within(1e-9));
            assertThat(number(row, "length")).isCloseTo(hdfs.get(at).seconds(), within(1e-9));
            assertThat(number(row, "hdfs_written")).isCloseTo(hdfs.get(at).bytesWrittenPerSecond(), within(0.5));
            assertThat(number(row, "hdfs_read")).isZero();
            assertThat(number(row, "shuffle_read"))
                    .isCloseTo(shuffle.get(at).bytesReadPerSecond(), within(0.5))
                    .isPositive();
            assertThat(number(row, "shuffle_written")).isCloseTo(shuffle.get(at).bytesWrittenPerSecond(), within(0.5));
            assertThat(number(row, "job_end")).isEqualTo(12.19);
            assertThat(number(busy.get(at), "hdfs")).isCloseTo(hdfs.get(at).busy(), within(5e-5));
            assertThat(number(busy.get(at), "shuffle"))
                    .isCloseTo(shuffle.get(at).busy(), within(5e-5))
                    .isCloseTo(0.9, within(1e-3));
            assertThat(number(busy.get(at), "cpu"))
                    .isCloseTo(series.cluster().steps().get(at).cpuBusy(), within(5e-5))
                    .isCloseTo(0.3, within(1e-3));
        }
        assertThat(picture("processors", runs).notes())
                .contains(
                        "Steps of 1 s, by the run's length; counters are assumed to have grown evenly between two samples.");
    }

    @Test
    void throughput_is_that_of_the_slots_beside_the_record() {
        EvidenceRuns runs = new EvidenceRuns(directory);
        runs.add(new RunBuilder(1, "dfsio-write")
                .moved(runs.streamed("001.samples.gz"))
                .build());
        List<Map<String, Object>> rows = EvidenceRuns.rows(picture("throughput", runs));

        // The first slot begins at 10:00:03 and the job at 10:00:00.31. The first stream writes 2.5 MB/s for 0.69 s of
        // the slot.
        assertThat(rows).hasSize(8);
        assertThat(number(rows.get(0), "at")).isCloseTo(2.69, within(1e-9));
        assertThat(number(rows.get(0), "rate")).isCloseTo(0.69 * 2.5e6, within(1.0));
        assertThat(rows.stream()
                        .mapToDouble(row -> number(row, "rate") * number(row, "length"))
                        .sum())
                .isCloseTo(18e6, within(8.0));
        assertThat(rows.get(3)).containsEntry("streams", 2);
    }

    private static SetupBandwidth measured(String setup, double read, double write) {
        List<SetupBandwidth.OperationBandwidth> figures = List.of(
                figure("hdfs", "read", read), figure("hdfs", "write", write),
                figure("shuffle", "read", read), figure("shuffle", "write", write));
        return new SetupBandwidth(setup, Instant.parse("2026-03-01T10:00:00Z"), figures, List.of("vm: a doubt"));
    }

    private static SetupBandwidth.OperationBandwidth figure(String role, String operation, double... hosts) {
        return SetupBandwidth.OperationBandwidth.of(
                role,
                operation,
                java.util.Arrays.stream(hosts)
                        .mapToObj(rate ->
                                new RoleBandwidth(role, operation, 1 << 20, List.of("sda"), rate, rate / 2, null))
                        .toList());
    }

    private static final Findings TWO_SETUPS = new Measured()
            .runs("terasort", "hdd", 10, 11)
            .runs("terasort", "ssd", 9, 8)
            .findings();

    @Test
    void bandwidth_is_the_mean_of_the_nodes_with_the_least_and_the_fastest() {
        SetupBandwidth hdd = new SetupBandwidth(
                "hdd",
                Instant.EPOCH,
                List.of(
                        figure("hdfs", "read", 100e6, 140e6),
                        SetupBandwidth.OperationBandwidth.of(
                                "shuffle",
                                "read",
                                List.of(new RoleBandwidth(
                                        "shuffle", "read", 1, List.of(), null, null, "/d: it was not measured")))),
                List.of());
        Chart picture = EvidenceRuns.picture(
                "bandwidth", TWO_SETUPS, RunEvidence.NONE.with(List.of(hdd, measured("another", 1, 1))));
        assertThat(EvidenceRuns.rows(picture)).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("setup", "hdd")
                .containsEntry("role", "HDFS")
                .containsEntry("bandwidth", 120_000_000L)
                .containsEntry("low", 100_000_000L)
                .containsEntry("high", 140_000_000L)
                .containsEntry("at_once", 60_000_000L)
                .containsEntry("n", 2));
        assertThat(picture.notes()).contains("Missing: hdd, shuffle, read: /d: it was not measured");
    }

    private static StatusLight light(SetupBandwidth... measured) {
        return BandwidthLight.of(TWO_SETUPS, RunEvidence.NONE.with(List.of(measured)))
                .orElseThrow();
    }

    @Test
    void the_light_is_green_where_all_bandwidths_are_within_10_per_cent() {
        assertThat(light(measured("hdd", 100e6, 50e6), measured("ssd", 109e6, 46e6)))
                .extracting(StatusLight::colour)
                .isEqualTo(StatusLight.Colour.GREEN);
        StatusLight differs = light(measured("hdd", 100e6, 50e6), measured("ssd", 109e6, 56e6));
        assertThat(differs.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(differs.says())
                .isEqualTo("this is not a comparison at equal bandwidth: HDFS write 50 MB/s on hdd, 56 MB/s on ssd;"
                        + " shuffle write 50 MB/s on hdd, 56 MB/s on ssd");
    }

    @Test
    void a_measurement_that_stands_for_both_shows_no_equality() {
        SetupBandwidth one = measured("hdd", 100e6, 50e6);
        StatusLight light = light(one, one.named("ssd"));
        assertThat(light.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(light.says())
                .startsWith("one measurement (2026-03-01")
                .endsWith("It cannot show whether their bandwidth was equal");
        assertThat(light(one, measured("ssd", 100e6, 50.1e6)).colour()).isEqualTo(StatusLight.Colour.GREEN);
    }

    @Test
    void without_a_measurement_of_every_setup_the_light_is_amber_and_of_one_setup_there_is_none() {
        assertThat(light().says()).startsWith("not measured: ");
        assertThat(light(measured("hdd", 1, 1)).says()).startsWith("not measured of ssd: ");
        SetupBandwidth half = new SetupBandwidth("ssd", null, List.of(figure("hdfs", "read", 1)), List.of());
        assertThat(light(measured("hdd", 1, 1), half))
                .satisfies(light -> assertThat(light.colour()).isEqualTo(StatusLight.Colour.AMBER))
                .satisfies(light -> assertThat(light.says()).startsWith("not measured of ssd: "));
        Findings one = new Measured().runs("terasort", "hdd", 10, 11).findings();
        assertThat(BandwidthLight.of(one, RunEvidence.NONE)).isEmpty();
        assertThat(Credibility.of(one, RunEvidence.NONE))
                .extracting(StatusLight::about)
                .doesNotContain("bandwidth");
        assertThat(Credibility.of(TWO_SETUPS, RunEvidence.NONE))
                .extracting(StatusLight::about)
                .contains("bandwidth");
    }
}
