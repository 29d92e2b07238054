package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.SetupCost;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.PriceListReader.MixReader;
import org.spindlebench.runner.jobs.JobCatalog;

class ShippedPricesTest {
    @TempDir
    Path elsewhere;

    private final Problems problems = new Problems();

    @Test
    void allShippedListsAndMixesAreFound() {
        assertThat(new ConfFinder(ConfKind.PRICES, elsewhere).names())
                .containsExactly("aloja-2015", "cloudera-2014", "cloudera-slides-later", "sandisk-2014", "template");
        assertThat(new ConfFinder(ConfKind.MIX, elsewhere).names()).containsExactly("even", "example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"template", "cloudera-2014", "cloudera-slides-later", "sandisk-2014", "aloja-2015"})
    void everyShippedListIsReadUnderItsName(String name) {
        assertThat(list(name).about().name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"even", "example"})
    void everyShippedMixIsReadUnderItsNameAndNamesJobsOfTheCatalog(String name) {
        Mix mix = new ConfFinder(ConfKind.MIX, elsewhere)
                .find(name, problems)
                .flatMap(text -> MixReader.read(text.source(), text.content(), problems))
                .orElseThrow();
        assertThat(mix.name()).isEqualTo(name);
        assertThat(mix.description()).contains("replace");
        assertThat(JobCatalog.names()).containsAll(mix.shares().keySet());
    }

    @Test
    void nothingIsMissingInTheTemplate() {
        PriceList template = list("template");
        assertThat(template.setups().keySet()).hasSize(4).allSatisfy(setup -> assertThat(
                        SetupCost.of(template, setup).prices().total())
                .isPositive());
    }

    /**
     * The numbers are from ALOJA's Table 2, SanDisk's Table 7 before truncation, Cloudera's Tables 1 and 5, and its
     * slides.
     */
    @ParameterizedTest
    @CsvSource({
        "aloja-2015,            SS2-IB,  207,  HOURLY_COST,                0.32775",
        "aloja-2015,            SS2-ETH, 258,  HOURLY_COST,                0.351166667",
        "aloja-2015,            HS5-IB,  228,  HOURLY_COST,                0.38",
        "aloja-2015,            HD5-ETH, 348,  HOURLY_COST,                0.435",
        "sandisk-2014,          all-hdd, 1756, COST_PER_JOB,               0.697162143",
        "sandisk-2014,          All-SSD, 1319, COST_PER_JOB,               0.649224939",
        "cloudera-2014,         hdd-11,  1,    DEVICE_PRICE,               4400",
        "cloudera-2014,         SSD,     1,    DEVICE_PRICE_PER_TB,        10769.230769231",
        "cloudera-slides-later, Disk,    1,    DEVICE_PRICE_PER_TB,        62.5",
        "cloudera-slides-later, SSD,     1,    DEVICE_PRICE_PER_BANDWIDTH, 3.2"
    })
    void thePapersFiguresFollowFromTheShippedLists(
            String name, String setup, double seconds, CostMeasure measure, double value) {
        JobDurations job = JobDurations.of(setup, "job", new TreeMap<>(), new Sample(List.of(seconds)));
        CostFindings findings = CostFindings.of(list(name), List.of(job), CostOptions.DEFAULT);
        assertThat(findings.figures())
                .filteredOn(figure -> figure.measure() == measure)
                .singleElement()
                .extracting(CostValue::value)
                .satisfies(found -> assertThat(found).isCloseTo(value, within(1e-8)));
    }

    @Test
    void aListInTheWorkingDirectoryComesFirstAndAnyFileCanBeNamed() throws IOException {
        Files.createDirectories(elsewhere.resolve("conf/prices"));
        Files.writeString(elsewhere.resolve("conf/prices/template.yaml"), "mine");
        Files.writeString(elsewhere.resolve("other.yaml"), "mine too");
        ConfFinder finder = new ConfFinder(ConfKind.PRICES, elsewhere);
        assertThat(finder.find("template", problems))
                .map(ConfFinder.Text::content)
                .contains("mine");
        assertThat(finder.find("other.yaml", problems))
                .map(ConfFinder.Text::content)
                .contains("mine too");
    }

    @Test
    void anUnknownListNamesTheKnownOnesAndTheNearest() {
        ConfFinder finder = new ConfFinder(ConfKind.PRICES, elsewhere);
        assertThat(finder.find("cloudera-2015", problems)).isEmpty();
        assertThat(finder.find("no/such.yaml", problems)).isEmpty();
        assertThat(new ConfFinder(ConfKind.MIX, elsewhere).find("evn", problems))
                .isEmpty();

        assertThat(problems.list().get(0)).satisfies(problem -> {
            assertThat(problem.key()).isEqualTo("--prices");
            assertThat(problem.reason()).isEqualTo("unknown price list `cloudera-2015`");
            assertThat(problem.nearest()).isEqualTo("cloudera-2014");
        });
        assertThat(problems.list().get(1).remedy())
                .isEqualTo("name a file that exists, or a price list of conf/prices/: aloja-2015, cloudera-2014,"
                        + " cloudera-slides-later, sandisk-2014, template");
        assertThat(problems.list().get(2).nearest()).isEqualTo("even");
        assertThat(problems.list().get(2).key()).isEqualTo("--mix");
    }

    private PriceList list(String name) {
        PriceList list = new ConfFinder(ConfKind.PRICES, elsewhere)
                .find(name, problems)
                .flatMap(text -> PriceListReader.read(text.source(), text.content(), problems))
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return list;
    }
}
