package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.plan.SetupFacts.FillLevel;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;
import org.spindlebench.runner.plan.SetupFacts.SplitCapacity;

class SetupFactsTest {
    private static final String TWO = """
            name: two
            currency: EUR
            devices:
              disk: {kind: hdd, count: 2, capacity: 2TB, read_bandwidth: 200MB/s, write_bandwidth: 150MB/s, price: 100, watts: 9.5}
              flash: {kind: nvme, count: 1, capacity: 1TB, bandwidth: 1GB/s, price: 300.5, watts: 10, split: 4, storage: %s}
            hdfs: [disk, flash]
            shuffle: [flash]
            network: {bandwidth: 2.5Gb/s, price: 40}
            way: %s
            """;

    @Test
    void figuresOfANodeAddUpOverInstances() {
        SetupFacts figures = figures(TWO.formatted("DISK", "{kind: as-is}"), 2);
        assertThat(figures)
                .isEqualTo(new SetupFacts(
                        "two",
                        "2 HDD + 1 NVMe",
                        5_000_000_000_000L,
                        2_500_000_000_000L,
                        2,
                        null,
                        new RoleTotal(
                                List.of("disk", "flash"),
                                6,
                                new RoleTotal.Bandwidth(1_400_000_000, 1_300_000_000),
                                null),
                        new RoleTotal(List.of("flash"), 4, new RoleTotal.Bandwidth(1_000_000_000, 1_000_000_000), null),
                        500.5,
                        "EUR",
                        29.0,
                        new NetworkLink(null, 312_500_000L, 40.0),
                        List.of(new SplitCapacity(
                                "flash", 4, 1_000_000_000_000L, 4_000_000_000_000L, 750_000_000_000L)),
                        // Each disk of 2 TB has one of the 6 directories, and the flash device of 1 TB has four.
                        List.of(
                                new FillLevel("disk", 1.0 / 6, 12_000_000_000_000L),
                                new FillLevel("flash", 4.0 / 6, 1_500_000_000_000L)),
                        "as-is (user)",
                        false));
    }

    @Test
    void underAPolicyOnlyItsStorageTypesHoldBlocks() {
        SetupFacts figures = figures(TWO.formatted("SSD", "{kind: policy, policy: HOT}"), 3);
        assertThat(figures.hdfs().devices()).containsExactly("disk");
        assertThat(figures.usableCapacity()).isEqualTo(1_333_333_333_333L);
        assertThat(figures.rawCapacity()).isEqualTo(5_000_000_000_000L);
        assertThat(figures.shuffle().devices()).containsExactly("flash");
    }

    @Test
    void memoryHoldsNoBlocksForGood() {
        SetupFacts figures = figures("""
                name: lazy
                devices:
                  disk: {kind: hdd, count: 1, capacity: 3TB}
                  memory: {kind: ram, count: 1, capacity: 64GB}
                hdfs: [disk, memory]
                shuffle: disk
                way: {kind: policy, policy: LAZY_PERSIST}
                """, 1);
        assertThat(figures.usableCapacity()).isEqualTo(3_000_000_000_000L);
        assertThat(figures.hdfs().devices()).containsExactly("disk", "memory");
    }

    @Test
    void aSumIsAbsentWhereAPartIs() {
        SetupFacts figures = figures("""
                name: part
                currency: USD
                devices:
                  a: {kind: hdd, count: 1, capacity: 1TB, bandwidth: 1MB/s, price: 3}
                  b: {kind: ssd, count: 1, split: 2}
                hdfs: [a]
                shuffle: [a, b]
                way: {kind: as-is}
                """, 3);
        assertThat(figures.rawCapacity()).isNull();
        assertThat(figures.usableCapacity()).isEqualTo(333_333_333_333L);
        assertThat(figures.hdfs().nominal()).isEqualTo(new RoleTotal.Bandwidth(1_000_000, 1_000_000));
        assertThat(figures.shuffle().nominal()).isNull();
        assertThat(figures.price()).isNull();
        assertThat(figures.watts()).isNull();
        assertThat(figures.network()).isNull();
        assertThat(figures.splits()).isEmpty();
    }

    @Test
    void aSumThatJavaCannotCountIsAbsent() {
        SetupFacts figures = figures("""
                name: huge
                devices: {a: {kind: hdd, count: 1000, capacity: 9000000TB, bandwidth: 9000000TB/s}}
                hdfs: a
                shuffle: a
                way: {kind: as-is}
                """, 3);
        assertThat(figures.rawCapacity()).isNull();
        assertThat(figures.hdfs().nominal()).isNull();
    }

    @Test
    void theTableShowsWhatIsKnownAndADashForTheRest() {
        SetupFacts two = figures(TWO.formatted("DISK", "{kind: as-is}"), 3);
        SetupFacts bare = figures("""
                name: bare
                devices: {a: {kind: hdd, count: 12}}
                hdfs: a
                shuffle: a
                way: {kind: as-is}
                """, 3);
        assertThat(SetupTable.text(List.of(two, bare)).lines().limit(3))
                .containsExactly(
                        "setup  storage         raw TB  usable TB  HDFS dirs  HDFS MB/s  shuffle dirs  shuffle MB/s  Gb/s   W      price     per TB     NIC  way",
                        "two    2 HDD + 1 NVMe       5       1.67          6  1400/1300             4          1000   2.5  29  500.5 EUR  100.1 EUR  40 EUR  as-is (user)",
                        "bare   12 HDD               -          -         12          -            12             -     -   -          -          -       -  as-is (user)");
        assertThat(SetupTable.text(List.of(two)))
                .contains("* two: HDFS counts each `flash` 4 times, 4 TB instead of 1 TB");
        assertThat(SetupTable.text(List.of(bare)))
                .startsWith("setup  storage  HDFS dirs  shuffle dirs  way" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: policy, policy: HOT|policy (Spindle)",
                "kind: label, label: fast|label (Spindle)",
                "kind: command, apply: a, verify: b, restore: c|command (its commands)",
                "kind: as-is, verify: b|as-is (user)"
            })
    void theTableShowsTheWayOfASetupAndWhoAppliesIt(String way, String shown) {
        SetupFacts two = figures(TWO.formatted("SSD", "{" + way + "}"), 3);
        assertThat(SetupTable.text(List.of(two)).lines().skip(1).findFirst().orElseThrow())
                .endsWith("  " + shown);
    }

    @Test
    void whatWasMeasuredHasColumnsOfItsOwn() {
        SetupFacts two = figures(TWO.formatted("DISK", "{kind: as-is}"), 3);
        RoleTotal measured = new RoleTotal(
                two.hdfs().devices(),
                two.hdfs().directories(),
                two.hdfs().nominal(),
                new RoleTotal.Bandwidth(1_234_567_890, 1_234_567_890));
        SetupFacts seen = new SetupFacts(
                two.setup(),
                two.storage(),
                two.rawCapacity(),
                two.usableCapacity(),
                two.replication(),
                two.erasureCoding(),
                measured,
                two.shuffle(),
                two.price(),
                two.currency(),
                two.watts(),
                two.network(),
                two.splits(),
                two.fill(),
                two.way(),
                two.emulated());
        assertThat(SetupTable.text(List.of(seen)).lines().limit(2))
                .containsExactly(
                        "setup  storage         raw TB  usable TB  HDFS dirs  HDFS MB/s  measured  shuffle dirs  shuffle MB/s  Gb/s   W      price     per TB     NIC  way",
                        "two    2 HDD + 1 NVMe       5       1.67          6  1400/1300   1234.57             4          1000   2.5  29  500.5 EUR  100.1 EUR  40 EUR  as-is (user)");
    }

    /** RS-6-3 takes 9 units for 6 of data. */
    @Test
    void usableCapacityFollowsTheErasureCodingOfTheRuns() {
        StorageTerms coded =
                new StorageTerms(3, ErasureCoding.of("RS-6-3-1024k").orElseThrow(), 0, 1);
        SetupFacts figures = figures(TWO.formatted("DISK", "{kind: as-is}"), coded);
        assertThat(figures.usableCapacity()).isEqualTo(3_333_333_333_333L);
        assertThat(SetupTable.text(List.of(figures)))
                .contains("usable: capacity of the devices to which HDFS writes, for files of RS-6-3-1024k.");
        assertThat(SetupTable.usable(List.of(figures))).isEqualTo("usable TB for files of RS-6-3-1024k: two 3.33");
    }

    private static SetupFacts figures(String text, int replication) {
        return figures(text, new StorageTerms(replication, 0, 1));
    }

    private static SetupFacts figures(String text, StorageTerms terms) {
        Problems problems = new Problems();
        SetupFacts figures = SetupReader.read("a.yaml", text, problems)
                .map(setup -> SetupFacts.of(setup, terms))
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return figures;
    }
}
