package org.spindlebench.analysis.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbeWarnings;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;

class DeviceProbeReportTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final long MIB = 1 << 20;

    private static ProbedDirectory directory(String path, String device) {
        List<String> devices = device == null ? null : List.of(device);
        return new ProbedDirectory(path, path, "/", "xfs", devices, devices, null, null, "direct", null, null);
    }

    /** Returns a measurement that wrote 100 bytes in this many seconds, or that failed if the seconds are null. */
    private static DeviceMeasurement write(String directory, int others, Double seconds) {
        Long bytes = seconds == null ? null : 100L;
        String error = seconds == null ? "it broke" : null;
        return new DeviceMeasurement(
                directory, "write", MIB, 1L, others, bytes, seconds, 1L, bytes, 4L, null, "own", "direct", error);
    }

    private static DeviceProbeReport result(List<ProbedDirectory> directories, DeviceMeasurement... measurements) {
        return new DeviceProbeReport("n", MIB, 1L, "own", null, directories, List.of(measurements), List.of());
    }

    @Test
    void figures_are_bytes_over_seconds_requests_and_bytes() {
        DeviceMeasurement one = write("/a", 0, 2.0);
        assertThat(one.bandwidth()).isEqualTo(50, EXACT);
        assertThat(one.bytesPerIo()).isEqualTo(25, EXACT);
        assertThat(one.requestsPerSecond()).isEqualTo(one.requests() / one.seconds(), EXACT);
        assertThat(one.moved()).isEqualTo(1, EXACT);
        DeviceMeasurement failed = write("/a", 0, null);
        assertThat(failed.bandwidth()).isNull();
        assertThat(failed.moved()).isNull();
        DeviceMeasurement idle =
                new DeviceMeasurement("/a", "write", MIB, 1L, 0, 100L, 0.0, 1L, 0L, 0L, null, "own", "direct", null);
        assertThat(idle.bandwidth()).isNull();
        assertThat(idle.bytesPerIo()).isNull();
        assertThat(idle.requestsPerSecond()).isNull();
    }

    @Test
    void slices_show_when_a_cache_is_full_and_how_fast_the_device_is_then() {
        DeviceMeasurement cached = sliced(1.0, 1.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0);
        assertThat(cached.firstBandwidth()).isEqualTo(100, EXACT);
        assertThat(cached.sustainedBandwidth()).isEqualTo(25, EXACT);
        assertThat(cached.bytesBeforeSlower()).isEqualTo(300);
        DeviceMeasurement pausing = sliced(1.0, 4.0, 1.0, 1.0, 1.2, 1.2, 1.2, 1.2);
        assertThat(pausing.bytesBeforeSlower()).isNull();
        assertThat(pausing.sustainedBandwidth()).isEqualTo(100 / 1.2, EXACT);
        assertThat(write("/a", 0, 2.0).firstBandwidth()).isNull();
        assertThat(write("/a", 0, 2.0).sustainedBandwidth()).isNull();
        assertThat(write("/a", 0, 2.0).bytesBeforeSlower()).isNull();
    }

    /** Returns a write of slices of 100 bytes that took these seconds. */
    private static DeviceMeasurement sliced(Double... seconds) {
        long bytes = 100L * seconds.length;
        return new DeviceMeasurement(
                "/a", "write", MIB, 1L, 0, bytes, 1.0, 1L, bytes, 4L, List.of(seconds), "own", "direct", null);
    }

    @Test
    void devices_that_share_a_limit_do_less_at_once() {
        List<ProbedDirectory> directories = List.of(directory("/a", "sda"), directory("/b", "sdb"));
        DeviceProbeReport result =
                result(directories, write("/a", 0, 1.0), write("/b", 0, 2.0), write("/a", 1, 2.0), write("/b", 1, 4.0));

        assertThat(result.sharedLimits()).singleElement().satisfies(limit -> {
            assertThat(limit.alone()).isEqualTo(150, EXACT);
            assertThat(limit.atOnce()).isEqualTo(75, EXACT);
            assertThat(limit.ratio()).isEqualTo(0.5, EXACT);
            assertThat(limit.directories()).containsExactly("/a", "/b");
        });
    }

    @Test
    void a_device_that_failed_at_once_leaves_no_sum() {
        List<ProbedDirectory> directories = List.of(directory("/a", "sda"), directory("/b", "sdb"));
        assertThat(result(
                                directories,
                                write("/a", 0, 1.0),
                                write("/b", 0, 1.0),
                                write("/a", 1, 1.0),
                                write("/b", 1, null))
                        .sharedLimits())
                .isEmpty();
    }

    @Test
    void a_roles_devices_are_counted_once_however_often_they_are_split() {
        List<ProbedDirectory> directories =
                List.of(directory("/s/1", "nvme0n1"), directory("/s/2", "nvme0n1"), directory("/h", "sda"));
        DeviceProbeReport result = result(
                directories,
                write("/s/1", 0, 1.0),
                write("/s/2", 0, 2.0),
                write("/h", 0, 10.0),
                write("/s/1", 1, 2.0),
                write("/h", 1, 10.0));

        RoleBandwidth hdfs = RoleBandwidth.of("hdfs", List.of("/s/1", "/s/2", "/h"), result, "write", MIB);
        assertThat(hdfs.devices()).containsExactly("nvme0n1", "sda");
        assertThat(hdfs.alone()).isEqualTo(75 + 10, EXACT);
        assertThat(hdfs.atOnce()).isEqualTo(50 + 10, EXACT);
        assertThat(hdfs.reason()).isNull();
        assertThat(RoleBandwidth.of("shuffle", List.of("/s/2"), result, "write", MIB)
                        .atOnce())
                .isNull();
    }

    @Test
    void a_role_of_which_something_is_not_known_has_a_reason_and_no_figure() {
        DeviceProbeReport result = result(List.of(directory("/a", "sda")), write("/a", 0, 1.0));
        RoleBandwidth missing = RoleBandwidth.of("hdfs", List.of("/a", "/b"), result, "write", MIB);
        assertThat(missing.alone()).isNull();
        assertThat(missing.reason()).isEqualTo("/b: it was not measured");
        assertThat(RoleBandwidth.of("hdfs", List.of(), result, "write", MIB).reason())
                .isEqualTo("the role has no directory");
        DeviceProbeReport failed = result(List.of(directory("/a", "sda")), write("/a", 0, null));
        assertThat(RoleBandwidth.of("hdfs", List.of("/a"), failed, "write", MIB).reason())
                .isEqualTo("/a: it broke");
    }

    @Test
    void what_is_in_doubt_is_said() {
        List<ProbedDirectory> directories = new ArrayList<>();
        directories.add(directory("/a", "sda"));
        directories.add(new ProbedDirectory(
                "/m", "/m", "/m", "tmpfs", null, null, "tmpfs: in memory", null, "memory", null, null));
        directories.add(new ProbedDirectory(
                "/o", "/o", "/", "overlay", null, null, null, "overlay: layers", "buffered", "refused", null));
        directories.add(
                new ProbedDirectory("/x", "/x", "/", "xfs", null, null, null, null, null, null, "it does not exist"));
        DeviceMeasurement cached =
                new DeviceMeasurement("/a", "read", MIB, 1L, 0, 100L, 1.0, 1L, 50L, 1L, null, "own", "direct", null);
        DeviceMeasurement crowded =
                new DeviceMeasurement("/a", "write", MIB, 1L, 2, 100L, 1.0, 1L, 150L, 1L, null, "own", "direct", null);
        assertThat(ProbeWarnings.of(result(directories, write("/a", 0, 1.0), cached, crowded, write("/a", 0, null))))
                .containsExactly(
                        "/m: not on a device: tmpfs: in memory",
                        "/o: through the page cache (written with fsync, read cold): refused",
                        "/o: its device is unknown, so the measurement cannot be checked: overlay: layers",
                        "/x: not measured: it does not exist",
                        "/a, read of 1048576 bytes: the device moved 0.50 of the bytes asked for: a cache held the other bytes, or compression removed them",
                        "/a, write of 1048576 bytes, at once with 2 more: the device moved 1.50 times the bytes asked for: others used"
                                + " it, or bytes are written more than once",
                        "/a, write of 1048576 bytes: it broke");
    }

    @Test
    void the_fastest_device_is_worth_so_many_of_each_other_one() {
        List<ProbedDirectory> directories =
                List.of(directory("/hdd", "sda"), directory("/ssd", "nvme0n1"), directory("/ram", null));
        DeviceProbeReport result = result(
                directories,
                write("/hdd", 0, 10.0),
                write("/ssd", 0, 1.0),
                write("/ram", 0, 2.5),
                write("/hdd", 1, 1.0),
                read("/hdd", 4096, 54.0),
                read("/ssd", 4096, 1.0));

        List<DeviceEquivalent> found = DeviceEquivalent.of(result);

        assertThat(found)
                .extracting(one -> one.operation() + " " + one.block() + " " + one.faster() + " " + one.slower() + " "
                        + one.devices())
                .containsExactly(
                        "write 1048576 nvme0n1 sda 10", "write 1048576 nvme0n1 /ram 3", "randread 4096 nvme0n1 sda 54");
        assertThat(found.get(1).ratio()).isEqualTo(2.5, EXACT);
        assertThat(found.get(1).low()).isNull();
        assertThat(DeviceEquivalent.of(result(directories, write("/ssd", 0, 1.0), write("/hdd", 0, null))))
                .isEmpty();
    }

    @Test
    void repeats_of_both_devices_give_an_interval() {
        List<ProbedDirectory> directories = List.of(
                directory("/hdd/1", "sda"),
                directory("/hdd/2", "sda"),
                directory("/hdd/3", "sda"),
                directory("/ssd/1", "nvme0n1"),
                directory("/ssd/2", "nvme0n1"),
                directory("/ssd/3", "nvme0n1"));
        List<DeviceEquivalent> found = DeviceEquivalent.of(result(
                directories,
                write("/hdd/1", 0, 100 / 117.0),
                write("/hdd/2", 0, 100 / 120.0),
                write("/hdd/3", 0, 100 / 123.0),
                write("/ssd/1", 0, 100 / 1290.0),
                write("/ssd/2", 0, 100 / 1300.0),
                write("/ssd/3", 0, 100 / 1310.0)));

        // Means 120 and 1300 with s = 3 and 10: Fieller's interval of 1300 / 120.
        assertThat(found).singleElement().satisfies(one -> {
            assertThat(one.ratio()).isEqualTo(1300 / 120.0, EXACT);
            assertThat(one.devices()).isEqualTo(11);
            assertThat(one.low()).isBetween(10.0, 10.5);
            assertThat(one.high()).isBetween(11.2, 11.8);
        });
    }

    private static DeviceMeasurement read(String directory, long block, double seconds) {
        return new DeviceMeasurement(
                directory, "randread", block, 1L, 0, 100L, seconds, 1L, 100L, 4L, null, "own", "direct", null);
    }
}
