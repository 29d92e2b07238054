package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.ExperimentPrinter.Premise;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;

class MeasuredSetupTest {
    private static final String HYBRID = """
            name: hybrid
            description: two disks, and flash in two parts
            devices:
              hdd: {kind: hdd, count: 2, bandwidth: 100MB/s, paths: [/d1, /d2]}
              ssd: {kind: ssd, count: 1, bandwidth: 500MB/s, split: 2, paths: [/flash]}
            hdfs: [hdd, ssd]
            shuffle: [ssd]
            way: {kind: as-is}
            """;

    private static StorageSetup setup() {
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read("a.yaml", HYBRID, problems).orElse(null);
        assertThat(problems.list()).isEmpty();
        return setup;
    }

    /** Returns a host's result. The directories are pairs of a path and bytes per second; each is on its own device. */
    private static DeviceProbeReport host(String name, Object... directories) {
        List<ProbedDirectory> places = new ArrayList<>();
        List<DeviceMeasurement> measurements = new ArrayList<>();
        for (int i = 0; i < directories.length; i += 2) {
            String path = (String) directories[i];
            Long bytes = (Long) directories[i + 1];
            places.add(new ProbedDirectory(
                    path, path, null, "ext4", List.of("sd" + i), List.of(), null, null, "direct", null, null));
            for (String operation : List.of("write", "read")) {
                measurements.add(new DeviceMeasurement(
                        path,
                        operation,
                        1 << 20,
                        1L,
                        0,
                        bytes,
                        1.0,
                        1L,
                        bytes,
                        1L,
                        null,
                        "own",
                        "direct",
                        bytes == null ? "broken" : null));
            }
        }
        return new DeviceProbeReport(name, 1L, 1L, "own", null, places, measurements, List.of());
    }

    private static MeasuredSetup measured(DeviceProbeReport... hosts) {
        return measured("2026-03-01T10:00:00Z", hosts);
    }

    private static MeasuredSetup measured(String time, DeviceProbeReport... hosts) {
        return new MeasuredSetup("hybrid", Instant.parse(time), MeasuredSetup.instances(setup()), List.of(hosts));
    }

    @Test
    void instancesHaveTheirRolesAndTheirDirectoriesBeforeTheirMountPoint() {
        assertThat(MeasuredSetup.instances(setup()))
                .containsExactly(
                        new MeasuredSetup.Instance("hdd", 1, List.of("hdfs"), List.of("/d1/hdfs", "/d1")),
                        new MeasuredSetup.Instance("hdd", 2, List.of("hdfs"), List.of("/d2/hdfs", "/d2")),
                        new MeasuredSetup.Instance(
                                "ssd",
                                1,
                                List.of("hdfs", "shuffle"),
                                List.of(
                                        "/flash/hdfs-1",
                                        "/flash/hdfs-2",
                                        "/flash/shuffle-1",
                                        "/flash/shuffle-2",
                                        "/flash")));
    }

    @Test
    void ofANodeItIsTheMeanOfAllHostsAndNothingWhereOneHasNone() {
        DeviceProbeReport one = host("n1", "/d1/hdfs", 100L, "/d2", 110L, "/flash/hdfs-1", 500L);
        DeviceProbeReport two = host("n2", "/d1/hdfs", 120L, "/d2", 130L, "/flash/hdfs-1", 520L);
        assertThat(measured(one, two).bandwidth(StorageRole.HDFS)).isEqualTo(new RoleTotal.Bandwidth(740, 740));
        assertThat(measured(one, two).bandwidth(StorageRole.SHUFFLE)).isEqualTo(new RoleTotal.Bandwidth(510, 510));
        DeviceProbeReport broken = host("n3", "/d1/hdfs", 120L, "/d2", null, "/flash/hdfs-1", 520L);
        assertThat(measured(one, broken).bandwidth(StorageRole.HDFS)).isNull();
        assertThat(measured(one, broken).bandwidth(StorageRole.SHUFFLE)).isEqualTo(new RoleTotal.Bandwidth(510, 510));
        assertThat(measured(broken).of(broken, StorageRole.HDFS, "read").reason())
                .isEqualTo("/d2: broken");
    }

    /** The two disks on two hosts are repeats; so is the flash device. Means are 115 and 510. */
    @Test
    void theInstancesOfADeviceOnAllHostsAreRepeatsOfItsMeasurement() {
        DeviceProbeReport one = host("n1", "/d1/hdfs", 100L, "/d2", 110L, "/flash/hdfs-1", 500L);
        DeviceProbeReport two = host("n2", "/d1/hdfs", 120L, "/d2", 130L, "/flash/hdfs-1", 520L);
        assertThat(measured(one, two).equivalents())
                .extracting(found -> found.operation() + " " + found.faster() + " " + found.slower() + " "
                        + found.devices() + " " + (found.low() < 510 / 115.0 && found.high() > 510 / 115.0))
                .containsExactly("write ssd hdd 5 true", "read ssd hdd 5 true");
        assertThat(measured(one).equivalents()).allMatch(found -> found.low() == null);
    }

    @Test
    void theBandwidthsOfEarlierMeasurementsStayForTheCampaignsOfTheirDay(@TempDir Path directory) throws IOException {
        Path file = directory.resolve(MeasuredSetups.FILE);
        MeasuredSetup first = measured(host("n1", "/d1/hdfs", 100L, "/d2", 110L, "/flash/hdfs-1", 500L));
        MeasuredSetup later =
                measured("2026-03-05T10:00:00Z", host("n1", "/d1/hdfs", 80L, "/d2", 110L, "/flash/hdfs-1", 500L));
        JsonDocument.write(file, MeasuredSetups.NONE.with(first).with(later));
        MeasuredSetups read = MeasuredSetups.read(file);

        assertThat(read.setups()).containsExactly(later);
        assertThat(read.before("hybrid", Instant.parse("2026-03-02T09:00:00Z"))).contains(first.bandwidths());
        assertThat(read.before("hybrid", Instant.parse("2026-03-02T11:00:00Z"))).isEmpty();
        assertThat(read.before("hybrid", Instant.parse("2026-03-05T11:00:00Z"))).contains(later.bandwidths());
        assertThat(read.before("ssd", Instant.parse("2026-03-05T11:00:00Z"))).isEmpty();
    }

    @Test
    void theTableAndThePremiseTakeWhatIsKept(@TempDir Path directory) throws IOException {
        Path file = directory.resolve(MeasuredSetups.FILE);
        assertThat(MeasuredSetups.read(file)).isEqualTo(MeasuredSetups.NONE);
        DeviceProbeReport one = host("n1", "/d1/hdfs", 100L, "/d2", 110L, "/flash/hdfs-1", 500L);
        JsonDocument.write(file, MeasuredSetups.NONE.with(measured()).with(measured(one)));
        MeasuredSetups read = MeasuredSetups.read(file);
        assertThat(read.setups()).containsExactly(measured(one));
        SetupFacts figures =
                SetupFacts.of(setup(), StorageTerms.DEFAULT.replication()).with(read);
        assertThat(figures.hdfs().measured()).isEqualTo(new RoleTotal.Bandwidth(710, 710));
        assertThat(figures.hdfs().nominal()).isEqualTo(new RoleTotal.Bandwidth(700_000_000, 700_000_000));
        assertThat(Premise.of(List.of(figures, figures)).bandwidth()).isEqualTo(Premise.Agreement.EQUAL);
        SetupFacts stated = SetupFacts.of(setup(), StorageTerms.DEFAULT.replication());
        assertThat(Premise.of(List.of(figures, stated)).bandwidth()).isEqualTo(Premise.Agreement.DIFFERENT);
    }
}
