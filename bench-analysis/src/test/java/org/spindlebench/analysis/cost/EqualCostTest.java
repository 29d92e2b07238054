package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.analysis.cost.Lists.has;
import static org.spindlebench.analysis.cost.Lists.job;
import static org.spindlebench.analysis.cost.Lists.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.EqualCost.BindingLimit.LimitKind;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;

class EqualCostTest {
    private static Lists list() {
        return new Lists()
                .device("hdd", 100)
                .device("ssd", 1950)
                .setup("HDD", Map.of("hdd", 4))
                .setup("SSD", Map.of("ssd", 1));
    }

    private static CostFindings findings(Lists list, JobDurations.RunWork ofBaseline, String... others) {
        List<JobDurations> durations = new ArrayList<>(List.of(Lists.job("HDD", ofBaseline, 2)));
        for (String other : others) {
            durations.add(Lists.job(other, new JobDurations.RunWork(null, null, 99, 99), 1));
        }
        return CostFindings.of(list.list(), durations, CostOptions.DEFAULT.against("HDD"));
    }

    private static EqualCost devices(JobDurations.RunWork ofBaseline) {
        return findings(list(), ofBaseline, "SSD").equalCosts().get(0);
    }

    /**
     * 19 HDDs cost as much as one SSD. The lesser of containers and threads is the limit if it is below 19; otherwise
     * the limit is the 4 measured devices.
     */
    @ParameterizedTest
    @CsvSource({
        "16, 24, CONTAINERS_PER_NODE, 16",
        "24, 16, HARDWARE_THREADS, 16",
        "18, 17, HARDWARE_THREADS, 17",
        "17, 18, CONTAINERS_PER_NODE, 17",
        "  , 18, HARDWARE_THREADS, 18",
        "18,   , CONTAINERS_PER_NODE, 18",
        "19, 19, DEVICES_PER_WORKER, 4",
        "  ,   , DEVICES_PER_WORKER, 4"
    })
    void performance_is_not_extrapolated_and_the_binding_limit_is_named(
            Integer containers, Integer threads, LimitKind kind, int measured) {
        EqualCost equal = devices(new JobDurations.RunWork(null, null, containers, threads));
        assertThat(equal.count()).isEqualTo(19);
        assertThat(equal.measured()).isEqualTo(4);
        assertThat(equal.limit()).isEqualTo(new EqualCost.BindingLimit(kind, measured));
        assertThat(equal.measuredAs()).isNull();
    }

    @Test
    void the_warning_names_count_and_limit() {
        CostFindings findings = findings(list(), new JobDurations.RunWork(null, null, 16, 24), "SSD");
        assertThat(findings.warnings())
                .filteredOn(warning -> warning.code().equals("not-extrapolated"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .isEqualTo(
                                "the price of SSD buys 19 devices per worker of HDD (measured with 4), but their performance"
                                        + " is unknown: no run had more than 16 containers per node"));
    }

    @Test
    void the_most_containers_of_any_run_of_the_baseline_count() {
        List<JobDurations> durations = List.of(
                Lists.job("HDD", new JobDurations.RunWork(null, null, 8, null), 2),
                new JobDurations(
                        "HDD",
                        "sort",
                        new TreeMap<>(),
                        Lists.sample(2),
                        new JobDurations.RunWork(null, null, 12, null)),
                job("SSD", "sort", 1));
        EqualCost equal = CostFindings.of(list().list(), durations, CostOptions.DEFAULT.against("HDD"))
                .equalCosts()
                .get(0);
        assertThat(equal.limit()).isEqualTo(new EqualCost.BindingLimit(LimitKind.CONTAINERS_PER_NODE, 12));
    }

    @Test
    void a_setup_that_was_measured_with_the_count_is_named_instead_of_a_limit() {
        Lists list = list().setup("HDD-19", Map.of("hdd", 19)).setup("both", Map.of("hdd", 19, "ssd", 1));
        CostFindings findings = findings(list, JobDurations.RunWork.UNKNOWN, "SSD", "HDD-19", "both");
        EqualCost equal = findings.equalCosts().stream()
                .filter(other -> other.forPriceOf().equals("SSD"))
                .findFirst()
                .orElseThrow();
        assertThat(equal.measuredAs()).isEqualTo("HDD-19");
        assertThat(equal.limit()).isNull();
        // A setup that is priced but not measured is not named.
        assertThat(findings(list, JobDurations.RunWork.UNKNOWN, "SSD")
                        .equalCosts()
                        .get(0)
                        .measuredAs())
                .isNull();
    }

    @Test
    void the_baselines_own_count_is_the_baseline() {
        Lists list = list().device("ssd", 450);
        EqualCost equal =
                findings(list, JobDurations.RunWork.UNKNOWN, "SSD").equalCosts().get(0);
        assertThat(equal.count()).isEqualTo(4);
        assertThat(equal.measuredAs()).isEqualTo("HDD");
        assertThat(equal.limit()).isNull();
    }

    @Test
    void only_whole_devices_are_bought_and_rounding_loses_none() {
        CostFindings findings =
                findings(list().device("hdd", 0.1).device("ssd", 0.7), JobDurations.RunWork.UNKNOWN, "SSD");
        assertThat(value(findings, "SSD", null, CostMeasure.EQUAL_COST_DEVICES)).isEqualTo(7);
        CostFindings less =
                findings(list().device("hdd", 0.1).device("ssd", 0.6999), JobDurations.RunWork.UNKNOWN, "SSD");
        assertThat(value(less, "SSD", null, CostMeasure.EQUAL_COST_DEVICES)).isEqualTo(6);
    }

    @Test
    void devices_of_several_kinds_or_without_a_price_are_not_counted() {
        assertThat(has(
                        findings(list().setup("HDD", Map.of("hdd", 4, "ssd", 1)), JobDurations.RunWork.UNKNOWN, "SSD"),
                        "SSD",
                        CostMeasure.EQUAL_COST_DEVICES))
                .isFalse();
        assertThat(has(
                        findings(list().device("hdd", 0), JobDurations.RunWork.UNKNOWN, "SSD"),
                        "SSD",
                        CostMeasure.EQUAL_COST_DEVICES))
                .isFalse();
        DeviceKind unpriced = new DeviceKind(null, null, null, null, null, null);
        for (String kind : List.of("hdd", "ssd")) {
            assertThat(has(
                            findings(list().device(kind, unpriced), JobDurations.RunWork.UNKNOWN, "SSD"),
                            "SSD",
                            CostMeasure.EQUAL_COST_DEVICES))
                    .isFalse();
        }
    }

    /**
     * Ten workers of 1,000 with devices for 400 or 1,950 and one master of 500 cost 14,500 and 30,000. The difference
     * of 15,500 buys 11.07 workers.
     */
    @Test
    void the_price_of_a_dearer_cluster_buys_more_workers() {
        Lists list = list().masters(1, 500.0, null, null).nodes(10, 1000.0, null, null);
        CostFindings findings = findings(list, JobDurations.RunWork.UNKNOWN, "SSD");
        assertThat(value(findings, "SSD", null, CostMeasure.EQUAL_COST_WORKERS)).isEqualTo(21);
        assertThat(findings.equalCosts().get(1))
                .isEqualTo(new EqualCost(
                        "HDD",
                        "SSD",
                        EqualCost.CountedUnit.WORKERS,
                        21,
                        10,
                        new EqualCost.BindingLimit(LimitKind.WORKERS, 10),
                        null));
        assertThat(findings.warnings()).anySatisfy(warning -> assertThat(warning.message())
                .contains("buys 21 workers of HDD (measured with 10)")
                .endsWith("no run had more than 10 workers"));
    }

    @Test
    void a_cluster_of_the_same_price_buys_the_baseline() {
        Lists list = list().device("ssd", 400).nodes(10, 1000.0, null, null);
        EqualCost equal =
                findings(list, JobDurations.RunWork.UNKNOWN, "SSD").equalCosts().get(1);
        assertThat(equal.count()).isEqualTo(10);
        assertThat(equal.limit()).isNull();
        assertThat(equal.measuredAs()).isEqualTo("HDD");
    }

    @Test
    void a_cluster_cheaper_than_the_masters_alone_buys_no_worker() {
        Lists list = list().masters(1, 50_000.0, null, null)
                .nodes(10, 1000.0, null, null)
                .total("SSD", 100);
        assertThat(value(
                        findings(list, JobDurations.RunWork.UNKNOWN, "SSD"),
                        "SSD",
                        null,
                        CostMeasure.EQUAL_COST_WORKERS))
                .isZero();
    }

    @Test
    void without_prices_of_nodes_no_workers_are_counted() {
        assertThat(has(findings(list(), JobDurations.RunWork.UNKNOWN, "SSD"), "SSD", CostMeasure.EQUAL_COST_WORKERS))
                .isFalse();
        Lists free = list().device("hdd", 0).nodes(10, 0.0, null, null);
        assertThat(has(findings(free, JobDurations.RunWork.UNKNOWN, "SSD"), "SSD", CostMeasure.EQUAL_COST_WORKERS))
                .isFalse();
    }
}
