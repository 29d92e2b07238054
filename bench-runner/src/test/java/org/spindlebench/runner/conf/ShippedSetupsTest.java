package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.plan.SetupFacts;

class ShippedSetupsTest {
    private static final List<String> PRICES = List.of("cloudera-2014", "aloja-2015", "sandisk-2014");

    @TempDir
    private static Path elsewhere;

    static Set<String> names() {
        return new ConfFinder(ConfKind.SETUP, elsewhere).names();
    }

    @Test
    void allShippedSetupsAreFound() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "conf", "setups"))) {
            assertThat(names())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString().replace(".yaml", ""))
                                    .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theMachinesOfItsPaperCanBeDemanded(String name) throws IOException {
        String text = Files.readString(Path.of("..", "conf", "setups", name + ".yaml"));
        String demanding = text.replaceAll("(?m)^# (?=nodes: |daemons:$|  [a-z.-]+: \\d+$)", "");
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read(name, demanding, problems).orElseThrow();
        // No machine of hdd-35 existed.
        assertThat(setup.demands())
                .satisfies(demands -> assertThat(demands.threads() != null).isEqualTo(!name.equals("hdd-35")));
        assertThat(setup.devices()).isEqualTo(setup(name).devices());
        assertThat(setup(name).demands()).isEqualTo(NodeDemands.NONE);
        boolean ofTable4 =
                setup.description().startsWith("Cloudera") && setup.demands().threads() != null;
        assertThat(setup.demands().daemons().keySet())
                .hasSize(ofTable4 ? 3 : 0)
                .allMatch(key -> HadoopKeys.warning(key, "1").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyShippedSetupIsReadUnderItsNameAndChangesNothing(String name) {
        StorageSetup setup = setup(name);
        assertThat(setup.name()).isEqualTo(name);
        assertThat(setup.description()).matches("(Cloudera|ALOJA|SanDisk): .+");
        assertThat(setup.way()).isEqualTo(new SetupWay.AsIs(null));
        assertThat(setup.devices()).allMatch(device -> device.paths().equals(DevicePaths.NONE));
    }

    /**
     * The numbers are from Table 1 of Cloudera's paper, but for HDD-17 and HDD-35, which follow from the price and
     * bandwidth of one disk in Table 5. Table 1 prints 1300 MB/s for HDD-11, although its own 120 MB/s per
     * disk make 1320.
     */
    @ParameterizedTest
    @CsvSource({
        "hdd-6,  6 HDD,         12,   720,  2400",
        "hdd-11, 11 HDD,        22,   1300, 4400",
        "hdd-17, 17 HDD,        34,   2040, 6800",
        "hdd-35, 35 HDD,        70,   4200, 14000",
        "ssd,    1 SSD,         1.3,  1300, 14000",
        "hdd-11-parts, 11 HDD,  22,   1320, 4400",
        "ssd-parts, 1 SSD,      1.3,  1300, 14000",
        "hybrid, 6 HDD + 1 SSD, 13.3, 2020, 16400"
    })
    void clouderasSetupsAreThoseOfThePapersTable(
            String name, String storage, double terabytes, double megabytesPerSecond, double price) {
        SetupFacts figures = SetupFacts.of(setup(name), 3);
        double tolerance = name.equals("hdd-11") ? 20e6 : 0;
        assertThat(figures.storage()).isEqualTo(storage);
        assertThat(figures.rawCapacity()).isEqualTo(Math.round(terabytes * 1e12));
        for (var role : List.of(figures.hdfs(), figures.shuffle())) {
            assertThat((double) role.nominal().read()).isCloseTo(megabytesPerSecond * 1e6, within(tolerance));
            assertThat(role.nominal().write()).isEqualTo(role.nominal().read());
        }
        assertThat(figures.price()).isEqualTo(price);
        assertThat(figures.currency()).isEqualTo("USD");
    }

    /** The setups are those of section 4.2 of Cloudera's paper: its hybrid modes, and the SSD as 10 directories. */
    @ParameterizedTest
    @CsvSource({
        "hybrid,                 hdd ssd, 7,  hdd ssd, 7",
        "hybrid-ssd-for-shuffle, hdd,     6,  ssd,     1",
        "hybrid-ssd-for-hdfs,    ssd,     1,  hdd,     6",
        "hybrid-split,           hdd ssd, 16, hdd ssd, 16"
    })
    void clouderasHybridModesDifferInRolesAndDirectoriesOnly(
            String name, String hdfs, int hdfsDirectories, String shuffle, int shuffleDirectories) {
        SetupFacts figures = SetupFacts.of(setup(name), 3);
        assertThat(figures.hdfs().devices()).containsExactly(hdfs.split(" "));
        assertThat(figures.hdfs().directories()).isEqualTo(hdfsDirectories);
        assertThat(figures.shuffle().devices()).containsExactly(shuffle.split(" "));
        assertThat(figures.shuffle().directories()).isEqualTo(shuffleDirectories);
        assertThat(figures.rawCapacity()).isEqualTo(13_300_000_000_000L);
        assertThat(figures.price()).isEqualTo(16_400);
    }

    @Test
    void sanDisksSetupsHaveTwoDataDirectoriesAndOneLocalDirectory() {
        for (String name : List.of("all-hdd", "all-ssd")) {
            SetupFacts figures = SetupFacts.of(setup(name), 3);
            assertThat(figures.hdfs().directories()).isEqualTo(2);
            assertThat(figures.shuffle().directories()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theFiguresAreThoseOfThePriceListThatKnowsTheSetup(String name) {
        PriceList list = PRICES.stream()
                .map(this::prices)
                .filter(prices -> prices.setups().containsKey(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no price list of PRICES knows " + name));
        PricedSetup priced = list.setups().get(name);
        StorageSetup setup = setup(name);
        Map<Medium, Integer> counts = new EnumMap<>(Medium.class);
        List<StorageDevice> disks =
                setup.devices().stream().filter(device -> !device.isPartition()).toList();
        disks.forEach(device -> counts.merge(device.medium(), device.count(), Integer::sum));
        Map<Medium, Integer> pricedCounts = priced.devices().entrySet().stream()
                .collect(Collectors.toMap(device -> medium(device.getKey()), Map.Entry::getValue));
        assertThat(counts).isEqualTo(pricedCounts);
        for (StorageDevice device : disks) {
            DeviceKind kind = list.parts().devices().entrySet().stream()
                    .filter(found -> medium(found.getKey()) == device.medium())
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            NominalValues nominal = device.nominal();
            Double capacity = setup.devices().stream()
                    .filter(part -> part.equals(device) || device.name().equals(part.disksOf()))
                    .map(part -> number(part.nominal().capacity()))
                    .reduce(null, (sum, one) -> sum == null ? one : (Double) (sum + one));
            assertThat(capacity).isEqualTo(kind.capacity());
            assertThat(number(nominal.readBandwidth())).isEqualTo(kind.bandwidth());
            assertThat(number(nominal.writeBandwidth())).isEqualTo(kind.bandwidth());
            assertThat(nominal.price()).isEqualTo(kind.price());
            assertThat(nominal.watts()).isEqualTo(kind.watts());
        }
        boolean isPriced =
                setup.devices().stream().anyMatch(device -> device.nominal().price() != null);
        assertThat(setup.currency()).isEqualTo(isPriced ? list.about().currency() : null);
    }

    @Test
    void theShippedSetupsAreThoseOfThePriceLists() {
        Set<String> priced = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        PRICES.forEach(name -> priced.addAll(prices(name).setups().keySet()));
        assertThat(priced).hasSameSizeAs(names()).containsAll(names());
    }

    private static Medium medium(String kind) {
        return kind.equals("ssd") ? Medium.SSD : Medium.HDD;
    }

    private static Double number(Long stated) {
        return stated == null ? null : Double.valueOf(stated);
    }

    private PriceList prices(String name) {
        Problems problems = new Problems();
        PriceList list = new ConfFinder(ConfKind.PRICES, elsewhere)
                .find(name, problems)
                .flatMap(text -> PriceListReader.read(text.source(), text.content(), problems))
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return list;
    }

    private static StorageSetup setup(String name) {
        Problems problems = new Problems();
        StorageSetup setup = new ConfFinder(ConfKind.SETUP, elsewhere)
                .find(name, problems)
                .flatMap(text -> SetupReader.read(text.source(), text.content(), problems))
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return setup;
    }
}
