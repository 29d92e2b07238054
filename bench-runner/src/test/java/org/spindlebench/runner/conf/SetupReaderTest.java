package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageSetup.DeviceMechanics;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.Split;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;

class SetupReaderTest {
    private static final String HDD = "hdd: {kind: hdd, count: 2, capacity: 2TB, bandwidth: 120MB/s}";
    private static final String SSD = "ssd: {kind: ssd, count: 1, capacity: 1TB, bandwidth: 1300MB/s}";
    private static final String AS_IS = "way: {kind: as-is}\n";

    private static final String ALL = """
            name: all
            description: what it is
            currency: EUR
            devices:
              disk:
                kind: hdd
                count: 2
                capacity: 2TB
                read_bandwidth: 130MB/s
                write_bandwidth: 120MB/s
                price: 400
                watts: 9.5
                storage: ARCHIVE
                split: 2
                paths: [/d1/, //d2]
                hdfs_directories: [/d1/a, /d1/b, /d2/a, /d2/b]
                shuffle_directories: [/d1/s, /d1/t, /d2/s, /d2/t]
              flash: {kind: nvme, count: 1, bandwidth: 1GB/s}
            hdfs: [disk, flash]
            shuffle: disk
            network: {interface: ib0, bandwidth: 56Gb/s, price: 800}
            way: {kind: as-is, verify: "test -d /d1", verify_limit: 9s}
            """;

    private final Problems problems = new Problems();

    @Test
    void everyMistakeOfAFileIsInOneReport() throws IOException {
        assertThat(SetupReader.read("many-mistakes.yaml", resource("/setups/many-mistakes.yaml"), problems))
                .isEmpty();
        assertThat(problems.report("nothing was started.") + "\n")
                .isEqualTo(resource("/setups/many-mistakes.expected.txt"));
    }

    @Test
    void everyKeyIsRead() {
        StorageSetup setup = valid(ALL);
        assertThat(setup.name()).isEqualTo("all");
        assertThat(setup.description()).isEqualTo("what it is");
        assertThat(setup.currency()).isEqualTo("EUR");
        assertThat(setup.devices())
                .containsExactly(
                        new StorageDevice(
                                "disk",
                                Medium.HDD,
                                2,
                                new NominalValues(2_000_000_000_000L, 130_000_000L, 120_000_000L, 400.0, 9.5),
                                new Split.DirectoryCount(2),
                                StorageType.ARCHIVE,
                                new DevicePaths(
                                        List.of("/d1", "/d2"),
                                        List.of("/d1/a", "/d1/b", "/d2/a", "/d2/b"),
                                        List.of("/d1/s", "/d1/t", "/d2/s", "/d2/t")),
                                null),
                        new StorageDevice(
                                "flash",
                                Medium.NVME,
                                1,
                                new NominalValues(null, 1_000_000_000L, 1_000_000_000L, null, null),
                                Split.NONE,
                                StorageType.DISK,
                                DevicePaths.NONE,
                                null));
        assertThat(setup.hdfs()).containsExactly("disk", "flash");
        assertThat(setup.shuffle()).containsExactly("disk");
        assertThat(setup.network()).isEqualTo(new NetworkLink("ib0", 7_000_000_000L, 800.0));
        assertThat(setup.way()).isEqualTo(new SetupWay.AsIs(new Hook("test -d /d1", Duration.ofSeconds(9))));
    }

    private static String parts(String local) {
        return "name: a\ncurrency: USD\ndevices:\n"
                + "  data: {kind: hdd, count: 2, capacity: 1TB, bandwidth: 120MB/s, price: 400}\n"
                + "  local: " + local + "\nhdfs: data\nshuffle: local\n" + AS_IS;
    }

    @Test
    void aPartitionIsAsFastAsItsDiskAndCostsNothingMore() {
        StorageSetup setup = valid(parts("{kind: hdd, count: 2, capacity: 500GB, disks_of: data}"));
        StorageDevice local = setup.device("local");
        assertThat(local.isPartition()).isTrue();
        assertThat(local.nominal())
                .isEqualTo(new NominalValues(500_000_000_000L, 120_000_000L, 120_000_000L, null, null));
        assertThat(setup.device("data").isPartition()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: hdd, count: 1, disks_of: data} | 1 instances cannot lie on 2 disks",
                "{kind: ssd, count: 2, disks_of: data} | the device is SSD, but data is HDD",
                "{kind: hdd, count: 2, disks_of: local} | the device would lie on itself",
                "{kind: hdd, count: 2, disks_of: dat} | unknown device `dat`",
                "{kind: hdd, count: 2, disks_of: data, price: 1} | belongs to the whole disk: state it at data",
                "{kind: hdd, count: 2, disks_of: data, bandwidth: 1MB/s} | belongs to the whole disk: state it at data",
                "{kind: hdd, count: 2, disks_of: data, seek: 9ms} | belongs to the whole disk: state it at data"
            })
    void aPartitionThatDoesNotFitItsDiskIsRefused(String local, String reason) {
        Problems problems = new Problems();
        assertThat(SetupReader.read("a.yaml", parts(local), problems)).isEmpty();
        assertThat(problems.report("nothing was started.")).contains(reason);
    }

    @Test
    void whatIsLeftOutIsAbsent() {
        StorageSetup setup = valid("name: a\ndevices: {ssd: {kind: ssd, count: 1}}\nhdfs: ssd\nshuffle: ssd\n" + AS_IS);
        assertThat(setup.devices())
                .containsExactly(new StorageDevice(
                        "ssd",
                        Medium.SSD,
                        1,
                        NominalValues.NONE,
                        Split.NONE,
                        StorageType.DISK,
                        DevicePaths.NONE,
                        null));
        assertThat(setup.description()).isEmpty();
        assertThat(setup.currency()).isNull();
        assertThat(setup.network()).isNull();
        assertThat(setup.way()).isEqualTo(new SetupWay.AsIs(null));
    }

    @Test
    void everyWayIsRead() {
        Duration half = Duration.ofMinutes(30);
        assertThat(way("{kind: label, label: fast_1}", HDD)).isEqualTo(new SetupWay.Label("fast_1"));
        assertThat(way(
                        "{kind: command, apply: a b, verify: c, verify_limit: 1m, restore: d, restore_limit: 1h,"
                                + " healthy_limit: 3m}",
                        HDD))
                .isEqualTo(new SetupWay.SetupCommands(
                        new Hook("a b", half),
                        new Hook("c", Duration.ofMinutes(1)),
                        new Hook("d", Duration.ofHours(1)),
                        Duration.ofMinutes(3)));
        assertThat(way("{kind: embedded}", "hdd: {kind: hdd, count: 1, paths: /a}"))
                .isEqualTo(new SetupWay.Embedded());
        assertThat(way("{kind: embedded}", "hdd: {kind: hdd, count: 1, hdfs_directories: /a, shuffle_directories: /b}"))
                .isEqualTo(new SetupWay.Embedded());
    }

    @Test
    void anEmulatedDeviceMayHaveMechanics() {
        assertThat(way("{kind: emulated}", HDD)).isEqualTo(new SetupWay.Emulated(1));
        StorageSetup setup = valid(file(
                "[hdd]",
                "[ssd]",
                "way: {kind: emulated, scale: 10}",
                "hdd: {kind: hdd, count: 1, bandwidth: 200MB/s, inner_bandwidth: 100MB/s, seek: 8.5ms}",
                "ssd: {kind: ssd, count: 1, seek: 90us, parallel: 32, cache: 40GB, bandwidth_after_cache: 1GB/s}"));
        assertThat(setup.way()).isEqualTo(new SetupWay.Emulated(10));
        assertThat(setup.device("hdd").nominal().mechanics())
                .isEqualTo(new DeviceMechanics(100_000_000L, Duration.ofNanos(8_500_000), null, null, null));
        assertThat(setup.device("ssd").nominal().mechanics())
                .isEqualTo(new DeviceMechanics(null, Duration.ofNanos(90_000), 32, 40_000_000_000L, 1_000_000_000L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOT          | DISK, SSD
            ONE_SSD      | DISK, SSD
            ALL_SSD      | DISK, SSD
            WARM         | DISK, ARCHIVE
            COLD         | DISK, ARCHIVE
            LAZY_PERSIST | DISK, RAM_DISK
            """)
    void aPolicyNeedsItsStorageTypesAndNothingElse(String policy, String types) {
        String[] two = types.split(", ");
        assertThat(valid(policyFile(policy, two[0], two[1])).way())
                .isEqualTo(new SetupWay.Policy(StoragePolicy.valueOf(policy)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOT          | SSD  | ARCHIVE | no device of HDFS is of storage type DISK
            ONE_SSD      | DISK | ARCHIVE | no device of HDFS is of storage type SSD
            ALL_SSD      | DISK | DISK    | no device of HDFS is of storage type SSD
            WARM         | SSD  | SSD     | no device of HDFS is of storage type DISK or ARCHIVE
            COLD         | DISK | SSD     | no device of HDFS is of storage type ARCHIVE
            LAZY_PERSIST | DISK | SSD     | no device of HDFS is of storage type RAM_DISK
            HOT          | DISK | DISK    | has nothing to choose: all devices of HDFS are of storage type DISK
            """)
    void aPolicyThatCannotBringTheSetupAboutIsRefused(String policy, String first, String second, String reason) {
        refused(
                policyFile(policy, first, second),
                reason + ". A policy chooses between storage types of HDFS, and cannot move the shuffle");
    }

    @Test
    void theShuffleIsNotMovedByAPolicy() {
        String text = file("[hdd]", "[ssd]", "way: {kind: policy, policy: HOT}", HDD, SSD);
        refused(
                text,
                "has nothing to choose: all devices of HDFS are of storage type DISK. A policy chooses between"
                        + " storage types of HDFS, and cannot move the shuffle");
        assertThat(problems.list().get(0).remedy()).endsWith("to move the shuffle choose embedded, command or label");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: hdd                                                       | missing
            count: 1                                                        | missing
            kind: ssd, count: 1, split: 0                                   | too small
            kind: ssd, count: 1, split: 101                                 | too large
            kind: ssd, count: 1, split: by-bandwidth                        | needs the bandwidth of d
            kind: ssd, count: 1, bandwidth: 1GB/s, split: by-bandwidth      | splits nothing: no device of the same role is slower by half
            kind: ram, count: 1, split: 2                                   | memory is not split: HDFS and the shuffle need one directory in it
            kind: ssd, count: 1, storage: RAM_DISK                          | RAM_DISK means memory to HDFS, but the device is not memory
            kind: ssd, count: 1, bandwidth: 1B/s, read_bandwidth: 1B/s      | is given in addition to bandwidth, which is for both reading and writing
            kind: ssd, count: 2, paths: /a                                  | 1 listed for 2 instances
            kind: ssd, count: 2, paths: [/a, /a/]                           | listed twice
            kind: ssd, count: 1, paths: a                                   | not a path that Hadoop accepts
            kind: ssd, count: 1, paths: "/a,/b"                             | not a path that Hadoop accepts
            kind: ssd, count: 1, paths: "/a/../b"                           | not a path that Hadoop accepts
            kind: ssd, count: 1, paths: []                                  | an empty list
            kind: ssd, count: 2, hdfs_directories: [/a]                     | 1 directories for 2 instances of 1 each
            kind: ssd, count: 1, split: 2, hdfs_directories: [/a]           | 1 directories for 1 instances of 2 each
            kind: ssd, count: 1, paths: /a, hdfs_directories: /b            | is not under any of the device's paths
            kind: ssd, count: 2, paths: [/a, /b], hdfs_directories: [/a/1, /a/2] | directory 2 of /a, which has 1
            kind: ssd, count: 2, hdfs_directories: [/a, /a/b]               | is or overlaps /a of hdfs on d
            kind: ssd, count: 1, hdfs_directories: /a, shuffle_directories: /a | is or overlaps /a of hdfs on d
            kind: ssd, count: 1, paths: /a, shuffle_directories: /a/hdfs/s  | is or overlaps /a/hdfs of hdfs on d
            kind: ssd, count: 1, price: 3                                   | missing
            kind: ssd, count: 1, inner_bandwidth: 1MB/s                     | no property of a device of the kind SSD
            kind: hdd, count: 1, bandwidth: 1MB/s, inner_bandwidth: 2MB/s   | more than the bandwidth from which it falls
            kind: hdd, count: 1, bandwidth: 120Mb/s                         | in bits a second, if b means bits, and the bandwidth of a disk is in bytes
            kind: hdd, count: 1, bandwidth: 120mb/s                         | in bits a second, if b means bits, and the bandwidth of a disk is in bytes
            kind: hdd, count: 1, bandwidth: 1Gib/s                          | in bits a second, if b means bits, and the bandwidth of a disk is in bytes
            kind: hdd, count: 1, parallel: 2                                | no property of a device of the kind HDD
            kind: ssd, count: 1, cache: 1GB                                 | missing: a cache and the bandwidth after it belong together
            kind: ssd, count: 1, bandwidth_after_cache: 1GB/s               | missing: a cache and the bandwidth after it belong together
            kind: hdd, count: 1, seek: 8                                    | not a latency
            kind: ssd, count: 1, parallel: 65                               | too large
            """)
    void whatIsNotADeviceIsRefused(String device, String reason) {
        refused(file("[d]", "[d]", AS_IS, "d: {" + device + "}"), reason);
    }

    @Test
    void theRemedyForARateIsARate() {
        String device = "d: {kind: hdd, count: 1, bandwidth: 120mB/s}";
        assertThat(SetupReader.read("a.yaml", file("[d]", "[d]", AS_IS, device), problems))
                .isEmpty();
        assertThat(problems.list()).singleElement().extracting(Problem::remedy).isEqualTo("write `120MB/s`");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: hdd, count: 1, paths: /a                                  | Spindle chooses the places of emulated devices
            kind: ram, count: 1                                             | Spindle does not emulate memory
            """)
    void whatCannotBeEmulatedIsRefused(String device, String reason) {
        refused(file("[d]", "[d]", "way: {kind: emulated}", "d: {" + device + "}"), reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {kind: embedded}                     | missing, but required by the way embedded
            {kind: emulated, scale: 0}           | too small
            {kind: emulated, scale: 1001}        | too large
            {kind: as-is, scale: 2}              | is not a key of the way `as-is`
            {kind: policy}                       | missing
            {kind: policy, policy: COOL}         | unknown storage policy `COOL`
            {kind: label}                        | missing
            {kind: label, label: "a b"}          | not a node label of YARN
            {kind: command, apply: a, verify: b} | missing
            {kind: command, apply: "", verify: b, restore: c} | a command is missing
            {kind: as-is, verify_limit: 5m}      | limits a missing command
            {kind: as-is, verify: a, verify_limit: 5} | not a duration
            {kind: as-is, apply: a}              | is not a key of the way `as-is`
            {kind: asis}                         | unknown way `asis`
            {label: a}                           | missing
            {}                                   | missing
            as-is                                | way is a map of keys and values, but this is a single value
            """)
    void whatIsNotAWayIsRefused(String way, String reason) {
        refused(file("[hdd]", "[hdd]", "way: " + way, HDD), reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [hdd]      | [hdd]      | the device serves neither HDFS nor the shuffle
            [hdd, ssd] | [sdd]      | unknown device `sdd`
            [hdd, ssd] | []         | an empty list
            [hdd, hdd] | [ssd]      | listed twice
            """)
    void aRoleNamesDevicesAndEveryDeviceHasARole(String hdfs, String shuffle, String reason) {
        refused(file(hdfs, shuffle, AS_IS, HDD, SSD), reason);
    }

    @Test
    void whatIsSaidOfARoleThatTheDeviceDoesNotServeIsRefused() {
        String hdd = "hdd: {kind: hdd, count: 1, shuffle_directories: /a}";
        String ssd = "ssd: {kind: ssd, count: 1, storage: SSD, hdfs_directories: /b}";
        assertThat(SetupReader.read("a.yaml", file("[hdd]", "[ssd]", AS_IS, hdd, ssd), problems))
                .isEmpty();
        assertThat(problems.list())
                .extracting(Problem::reason)
                .containsExactly(
                        "the device does not serve the shuffle",
                        "only HDFS has storage types, and the device does not serve HDFS",
                        "the device does not serve HDFS");
    }

    @Test
    void oneMountPointForTwoDevicesIsRefusedOnce() {
        String one = "a: {kind: hdd, count: 1, paths: /data}";
        String other = "b: {kind: hdd, count: 1, paths: /data/}";
        refused(file("[a, b]", "[a, b]", AS_IS, one, other), "two devices are mounted there");
        assertThat(problems.list().get(0).location().line()).isEqualTo(4);
    }

    @Test
    void whatMustBeThereIsNamed() {
        assertThat(SetupReader.read("a.yaml", "description: b", problems)).isEmpty();
        assertThat(problems.list())
                .extracting(Problem::key)
                .containsExactly("name", "devices", "hdfs", "shuffle", "way");
        assertThat(problems.list()).allMatch(problem -> problem.reason().equals("missing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10GB/s", "10Gb", "0Gb/s", "1.5b/s", "0.001Kb/s", "ten Gb/s"})
    void networksAreRatedInBitsPerSecond(String rate) {
        assertThat(SetupReader.read(
                        "a.yaml", file("[hdd]", "[hdd]", AS_IS + "network: {bandwidth: " + rate + "}", HDD), problems))
                .isEmpty();
        assertThat(problems.list()).singleElement().extracting(Problem::key).isEqualTo("bandwidth");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/conf/setups/hybrid-split.yaml", "/conf/setups/all-ssd.yaml"})
    void aDamagedFileIsReadOrRefusedWithAReason(String name) throws IOException {
        String whole = resource(name).replaceAll("(?m)^#.*\n", "");
        Random random = new Random(name.hashCode());
        int refused = 0;
        for (int round = 0; round < Damage.ROUNDS; round++) {
            String text = Damage.of(whole, random);
            Problems found = new Problems();
            Optional<StorageSetup> setup = SetupReader.read("fuzz.yaml", text, found);
            assertThat(setup.isPresent()).as(text).isEqualTo(found.isEmpty());
            refused += setup.isPresent() ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    private SetupWay way(String way, String device) {
        return valid(file("[hdd]", "[hdd]", "way: " + way, device)).way();
    }

    private static String policyFile(String policy, String first, String second) {
        String kind = second.equals("RAM_DISK") ? "ram" : "ssd";
        return file(
                "[a, b]",
                "[a]",
                "way: {kind: policy, policy: " + policy + "}",
                "a: {kind: hdd, count: 1, storage: " + first + "}",
                "b: {kind: " + kind + ", count: 1, storage: " + second + "}");
    }

    private static String file(String hdfs, String shuffle, String rest, String... devices) {
        return "name: a\ndevices:\n  " + String.join("\n  ", devices) + "\nhdfs: " + hdfs + "\nshuffle: " + shuffle
                + "\n" + rest + "\n";
    }

    private void refused(String text, String reason) {
        assertThat(SetupReader.read("a.yaml", text, problems)).isEmpty();
        assertThat(problems.list()).singleElement().extracting(Problem::reason).isEqualTo(reason);
    }

    private StorageSetup valid(String text) {
        Optional<StorageSetup> setup = SetupReader.read("a.yaml", text, problems);
        assertThat(problems.list()).isEmpty();
        return setup.orElseThrow();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SetupReaderTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
