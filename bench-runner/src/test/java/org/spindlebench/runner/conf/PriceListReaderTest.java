package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

class PriceListReaderTest {
    private static final String HEAD = "name: a\ncurrency: EUR\ndate: 2020\nsource: me\n";

    private final Problems problems = new Problems();

    @Test
    void everyMistakeOfAListIsInOneReport() throws IOException {
        assertThat(PriceListReader.read("many-mistakes.yaml", resource("/prices/many-mistakes.yaml"), problems))
                .isEmpty();
        assertThat(problems.report("nothing was priced.") + "\n")
                .isEqualTo(resource("/prices/many-mistakes.expected.txt"));
    }

    @Test
    void everyKeyIsRead() {
        PriceList list = valid("""
                name: all
                currency: USD
                date: 2026-01-31
                source: somebody
                years: 4
                utilisation: 0.6
                discount: 0.1
                support: 0.12
                replication: 2
                reserve: 0.25
                write_amplification: 1.5
                rack_unit_per_year: 300
                energy: {price_per_kwh: 0.12, pue: 1.4}
                hourly: {base: 3.50}
                masters: {count: 2, price: 9000, watts: 350, rack_units: 2}
                workers: 10
                node: {price: 10000, watts: 300, rack_units: 1}
                switches: {price: 6000, watts: 150, rack_units: 1}
                networks:
                  ib: {nic: 800, nic_watts: 15, hourly: 0.80, switches: {count: 3, price: 1, watts: 2, rack_units: 3}}
                devices:
                  ssd: {price: 900, capacity: 3.84TB, bandwidth: 2GB/s, watts: 12, tbw: 7000TB, hourly: 0.70}
                setups:
                  SSD: {workers: 8, devices: {ssd: 4}, network: ib, price: 1, watts: 2, rack_units: 3, hourly: 4}
                """);
        assertThat(list.about()).isEqualTo(new PriceList.PriceSource("all", "USD", "2026-01-31", "somebody"));
        assertThat(list.terms()).isEqualTo(new Assumptions(4, 0.6, 0.1, 0.12, new StorageTerms(2, 0.25, 1.5)));
        assertThat(list.running()).isEqualTo(new RunningCosts(3.5, 300.0, 0.12, 1.4));
        assertThat(list.parts().masters()).isEqualTo(new Machines(2, 9000.0, 350.0, 2.0));
        assertThat(list.parts().node()).isEqualTo(new Machines(10, 10_000.0, 300.0, 1.0));
        assertThat(list.parts().switches()).isEqualTo(new Machines(1, 6000.0, 150.0, 1.0));
        assertThat(list.parts().networks())
                .isEqualTo(Map.of("ib", new NetworkKind(800.0, 15.0, 0.8, new Machines(3, 1.0, 2.0, 3.0))));
        assertThat(list.parts().devices())
                .isEqualTo(Map.of("ssd", new DeviceKind(900.0, 3.84e12, 2e9, 12.0, 7e15, 0.7)));
        assertThat(list.setups())
                .isEqualTo(Map.of(
                        "SSD",
                        new PricedSetup(
                                8,
                                new TreeMap<>(Map.of("ssd", 4)),
                                "ib",
                                new PricedSetup.StatedTotals(1.0, 2.0, 3.0, 4.0))));
    }

    @Test
    void theDevicesThatHoldHdfsAreReadAndMustBeTheSetups() {
        String devices =
                HEAD + "devices: {hdd: {price: 1}, ssd: {price: 2}}\nsetups: {A: {devices: {hdd: 6, ssd: 1}, hdfs: ";
        assertThat(valid(devices + "[hdd]}}").setups().get("A").ofHdfs()).containsExactly("hdd");
        assertThat(valid(devices + "[ssd, hdd]}}").setups().get("A").ofHdfs()).containsExactly("hdd", "ssd");
        assertThat(PriceListReader.read("a.yaml", devices + "[nvme]}}", problems))
                .isEmpty();
        assertThat(problems.report("")).contains("hdfs", "nvme", "hdd, ssd");
    }

    @Test
    void aPriceOrATermMayBeARange() {
        PriceList list = valid(HEAD + "utilisation: 0.4 to 0.8\ndevices: {ssd: {price: 700 to 1400}}\n"
                + "networks: {ib: {nic: 1 to 3, switches: {price: 10 to 20}}}\n"
                + "setups: {A: {devices: {ssd: 1}, network: ib, hourly: 2 to 3}}");
        assertThat(list.ranges())
                .containsEntry("devices.ssd.price", new PriceList.PriceRange(700, 1400))
                .containsEntry("utilisation", new PriceList.PriceRange(0.4, 0.8))
                .containsOnlyKeys(
                        "devices.ssd.price",
                        "utilisation",
                        "networks.ib.nic",
                        "networks.ib.switches.price",
                        "setups.A.hourly");
        assertThat(list.parts().devices().get("ssd").price()).isEqualTo(1050);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1400 to 700", "700 to 700", "700 to x", "1 to 2 to 3", "700 to"})
    void whatIsNoRangeIsRefused(String price) {
        String list = HEAD + "devices: {ssd: {price: " + price + "}}\nsetups: {A: {devices: {ssd: 1}}}";
        assertThat(PriceListReader.read("r.yaml", list, problems)).isEmpty();
        assertThat(problems.report("nothing was priced.")).contains("price: not a ");
    }

    @Test
    void erasureCodingIsReadForAllSetupsAndForOne() {
        PriceList list =
                valid(HEAD + "erasure_coding: RS-6-3-1024k\nsetups: {A: {}, B: {erasure_coding: XOR-2-1-1024k}}");
        assertThat(list.terms().storage().coding().name()).isEqualTo("RS-6-3-1024k");
        assertThat(list.setups().get("A").coding()).isNull();
        assertThat(list.setups().get("B").coding().name()).isEqualTo("XOR-2-1-1024k");
    }

    @Test
    void erasureCodingBesideReplicationAndUnknownPoliciesAreRefused() {
        String list = HEAD + "replication: 3\nerasure_coding: RS-6-3-1024k\nsetups: {A: {erasure_coding: RS-6}}";
        assertThat(PriceListReader.read("two.yaml", list, problems)).isEmpty();
        assertThat(problems.report("nothing was priced."))
                .contains("erasure_coding: is given in addition to replication")
                .contains("not the name of an erasure-coding policy");
    }

    @Test
    void whatIsLeftOutHasTheDocumentedDefault() {
        PriceList list = valid(HEAD + "setups: {A: {}}");
        assertThat(list.terms()).isEqualTo(Assumptions.DEFAULT);
        assertThat(list.running()).isEqualTo(RunningCosts.NONE);
        assertThat(list.parts().masters()).isEqualTo(Machines.NONE);
        assertThat(list.parts().switches()).isEqualTo(Machines.NONE);
        assertThat(list.parts().node()).isEqualTo(new Machines(0, null, null, null));
        assertThat(list.setups())
                .isEqualTo(Map.of("A", new PricedSetup(null, new TreeMap<>(), null, PricedSetup.StatedTotals.NOTHING)));
        assertThat(valid(HEAD + "workers: 3\nenergy: {price_per_kwh: 1}\nsetups: {A: {}}")
                        .parts()
                        .node()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void whatMustBeThereIsNamed() {
        assertThat(PriceListReader.read("a.yaml", "years: 3", problems)).isEmpty();
        assertThat(problems.list())
                .extracting(Problem::key)
                .containsExactlyInAnyOrder("name", "currency", "date", "source", "setups");
        assertThat(problems.list()).allMatch(problem -> problem.reason().equals("missing"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            setups: {}                                        | prices no setup
            setups: [HDD]                                     | a map of setups is needed, but this is a list
            setups: {A: 5}                                    | a setup is a map of keys and values, but this is a single value
            setups: {A: {devices: 6}}                         | a map of devices is needed, but this is a single value
            setups: {A: {}}\\nenergy: {}                      | missing
            setups: {A: {}}\\nhourly: {}                      | missing
            setups: {A: {}}\\nyears: 1e3                      | not a plain number
            setups: {A: {}}\\nyears: .5                       | not a plain number
            setups: {A: {}}\\nutilisation: 0                  | too small
            setups: {A: {}}\\nutilisation: 1.01               | too large
            setups: {A: {}}\\ndiscount: 1                     | too large
            setups: {A: {}}\\nworkers: 0                      | too small
            """)
    void whatIsNotAPriceListIsRefused(String text, String reason) {
        assertThat(PriceListReader.read("a.yaml", HEAD + text.replace("\\n", "\n"), problems))
                .isEmpty();
        assertThat(problems.list()).singleElement().extracting(Problem::reason).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"15", "2015-1", "2015-02-29", "2015-00", "June 2015", "2015-06-31"})
    void datesThatDoNotExistAreRefused(String date) {
        String text = HEAD.replace("2020", '"' + date + '"') + "setups: {A: {}}";
        assertThat(PriceListReader.read("a.yaml", text, problems)).isEmpty();
        assertThat(problems.list()).singleElement().extracting(Problem::reason).isEqualTo("not a date");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2015", "2015-12", "2016-02-29"})
    void datesMayBeAsExactAsIsKnown(String date) {
        assertThat(valid(HEAD.replace("2020", date) + "setups: {A: {}}").about().date())
                .isEqualTo(date);
    }

    @Test
    void setupsThatDifferInCaseOnlyAreRefused() {
        String text =
                HEAD + "devices:\n  ssd: {price: 1}\nsetups:\n  SSD: {devices: {ssd: 1}}\n  ssd: {devices: {ssd: 1}}\n";
        assertThat(PriceListReader.read("a.yaml", text, problems)).isEmpty();
        assertThat(problems.report("x")).contains("a.yaml", "two setups are called ssd");
    }

    @Test
    void aDeviceThatCouldNotBeReadIsNotAlsoUnknown() {
        PriceListReader.read("a.yaml", HEAD + "devices: {ssd: 5}\nsetups: {A: {devices: {ssd: 1}}}", problems);
        assertThat(problems.list()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .startsWith("a device is a map"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"template", "cloudera-2014", "cloudera-slides-later", "sandisk-2014", "aloja-2015"})
    void aDamagedListIsReadOrRefusedWithAReason(String name) throws IOException {
        String whole = resource("/conf/prices/" + name + ".yaml");
        Random random = new Random(name.hashCode());
        int refused = 0;
        for (int round = 0; round < Damage.ROUNDS; round++) {
            String text = Damage.of(whole, random);
            Problems found = new Problems();
            Optional<PriceList> list = PriceListReader.read("fuzz.yaml", text, found);
            assertThat(list.isPresent()).as(text).isEqualTo(found.isEmpty());
            refused += list.isPresent() ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    private PriceList valid(String text) {
        Optional<PriceList> list = PriceListReader.read("a.yaml", text, problems);
        assertThat(problems.list()).isEmpty();
        return list.orElseThrow();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = PriceListReaderTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
