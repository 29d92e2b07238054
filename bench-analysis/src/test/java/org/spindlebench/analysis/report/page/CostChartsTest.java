package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.report.Reports;

/** Checks that the cost charts draw the values of {@code report.json}. */
class CostChartsTest {
    private static Measured measured() {
        return new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 412.1, 405.7, 418.9)
                .runs("terasort", "ssd", 251.4, 247.9, 255)
                .runs("terasort", "hybrid", 240, 235, 262)
                .runs("wordcount", "hdd", 100.2, 103.5, 98.7)
                .runs("wordcount", "ssd", 99.0, 101.8, 97.4)
                .runs("teragen", "hdd", 60);
    }

    private static Findings findings(PriceList prices) {
        return measured().findings(ComparisonOptions.standard().against("hdd").withPrices(prices));
    }

    private static List<Map<String, Object>> rows(Findings findings, String id) {
        return CostCharts.of(findings).stream()
                .filter(picture -> picture.id().equals(id))
                .map(picture -> rows(picture.rows()))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<String, Object>> rows(Dataset data) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int at = 0; at < data.size(); at++) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (Dataset.WrittenColumn column : data.written()) {
                Object value = column.values().get(at);
                boolean isWord = value != null && column.words() != null;
                row.put(column.name(), isWord ? column.words().get((Integer) value) : value);
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<JsonNode> costs(Findings findings, String measure) throws IOException {
        JsonNode report = new ObjectMapper().readTree(Reports.json(findings));
        return StreamSupport.stream(report.get("cost").spliterator(), false)
                .filter(cost -> cost.get("measure").asText().equals(measure))
                .toList();
    }

    private static Map<String, Object> row(List<Map<String, Object>> rows, JsonNode figure) {
        List<Map<String, Object>> matching = rows.stream()
                .filter(row -> row.get("setup").equals(figure.get("setup").asText())
                        && row.get("job").equals(figure.path("job").asText()))
                .toList();
        assertThat(matching).as(figure.toString()).hasSize(1);
        return matching.get(0);
    }

    @Test
    void prices_by_the_hour_give_no_years() {
        assertThat(rows(findings(HtmlPrices.hourly()), "quadrants")).isNotEmpty();
        assertThat(rows(findings(HtmlPrices.hourly()), "years")).isEmpty();
    }

    @Test
    void prices_of_devices_alone_give_no_quadrants() {
        assertThat(rows(findings(HtmlPrices.devicesAlone()), "quadrants")).isEmpty();
    }

    @Test
    void quadrants_are_those_of_the_report_and_their_intervals_lie_on_the_same_axes() throws IOException {
        Findings findings = findings(HtmlPrices.bought(0.5));
        List<Map<String, Object>> rows = rows(findings, "quadrants");
        JsonNode report = new ObjectMapper().readTree(Reports.json(findings));
        assertThat(rows).hasSize(report.get("quadrants").size()).hasSize(5);
        for (JsonNode point : report.get("quadrants")) {
            Map<String, Object> row = row(rows, point);
            assertThat(row)
                    .containsEntry("time", point.get("time").asDouble())
                    .containsEntry("cost", point.get("cost").asDouble())
                    .containsEntry("quadrant", point.get("quadrant").asText().replace('_', ' '))
                    .containsEntry("n", 3);
            double middle = ((Double) row.get("time_low") + (Double) row.get("time_high")) / 2;
            assertThat(middle).isCloseTo(point.get("time").asDouble(), within(1e-9));
        }
    }

    @Test
    void what_is_bought_once_costs_a_job_a_third_over_three_years() throws IOException {
        Findings findings = findings(HtmlPrices.bought(0.5));
        List<Map<String, Object>> rows = rows(findings, "years");
        assertThat(rows).hasSize(6 * 5);
        for (JsonNode cost : costs(findings, "cost_per_job")) {
            double value = cost.get("value").asDouble();
            for (int years = 1; years <= 5; years++) {
                double at = years;
                Map<String, Object> row = row(
                        rows.stream().filter(one -> one.get("years").equals(at)).toList(), cost);
                assertThat((Double) row.get("cost")).isCloseTo(value * 3 / years, within(1e-12));
            }
        }
    }

    @Test
    void without_utilisation_there_are_no_years_and_a_note_says_why() {
        Findings findings = findings(HtmlPrices.bought(null));
        assertThat(rows(findings, "years")).isEmpty();
        assertThat(CostCharts.of(findings).get(0).notes()).anyMatch(note -> note.contains("`utilisation`"));
    }

    @Test
    void without_prices_there_are_no_pictures_of_cost() {
        assertThat(CostCharts.of(measured().findings())).isEmpty();
        assertThat(CostSection.of(measured().findings())).isEqualTo(new CostSection("", "", List.of(), null));
    }

    @Test
    void the_first_screen_says_the_least_cost_the_break_even_price_the_list_and_its_terms() {
        assertThat(CostSection.of(findings(HtmlPrices.bought(0.5))).sentences())
                .containsExactly(
                        "ssd would do terasort for the same money as hdd if its cluster cost 188546 USD [182149, 195139] instead of"
                                + " 109000. The price of its devices buys 3 of hdd's per worker; hdd was measured with 6. No run"
                                + " shows how fast that would be.",
                        "terasort: ssd costs least, 0.5794 USD a run [0.559, 0.5997] (tied with hybrid); hdd costs most, 1.002 USD"
                                + " [0.9623, 1.042]. This is the total cost over the jobs in all the years. Of 2 jobs and settings, ssd"
                                + " costs least in 2; in 1 of these the least is tied with another.",
                        "Prices: mine, of 2026, in USD (a test). Terms: years 3, utilisation 0.5, discount 0, support 0.");
    }

    @Test
    void the_first_screen_says_what_is_missing() {
        assertThat(CostSection.of(findings(HtmlPrices.devicesAlone())).sentences())
                .last()
                .asString()
                .startsWith("Missing: no cluster_price of hdd, hybrid, ssd: the price list does not state node.price");
    }
}
