package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;

class ThinningTest {
    private static final DataColumn JOB = DataColumn.text("job", "job");
    private static final DataColumn STATUS = DataColumn.text("status", "status");
    private static final DataColumn SECONDS = DataColumn.of("seconds", "duration [s]", DataColumn.ColumnKind.SECONDS);
    private static final DataColumn PLACE = DataColumn.of("place", "", DataColumn.ColumnKind.COUNT);

    private static List<Object> places(Dataset rows) {
        return rows.values(rows.columns().indexOf(PLACE));
    }

    @Test
    void rows_that_have_room_stay_as_they_are() {
        Dataset rows = new Dataset(PLACE).add(1).add(2);
        assertThat(Thinning.of(rows, Chart.Crowd.SAMPLE, 2)).isSameAs(rows);
    }

    @Test
    void the_first_ones_are_the_first_ones() {
        Dataset rows = new Dataset(PLACE).add(1).add(2).add(3);
        assertThat(places(Thinning.of(rows, Chart.Crowd.FIRST, 2))).containsExactly(1, 2);
    }

    @Test
    void a_sample_has_the_ends_of_each_job_what_is_not_valid_and_of_the_rest_an_even_part() {
        Dataset rows = new Dataset(JOB, STATUS, SECONDS, PLACE);
        for (int at = 0; at < 1000; at++) {
            double seconds = at == 123 ? 1 : at == 124 ? 999 : at == 701 ? 2 : at == 702 ? 998 : 100;
            rows.add(at < 500 ? "sort" : "scan", at == 333 ? "failed" : "ok", at == 334 ? null : seconds, at);
        }
        Dataset some = Thinning.of(rows, Chart.Crowd.SAMPLE, 100);
        assertThat(places(some))
                .hasSize(100)
                .contains(123, 124, 333, 701, 702)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(places(some).stream().filter(place -> (Integer) place < 500).count())
                .isBetween(45L, 55L);
        assertThat(places(Thinning.of(rows, Chart.Crowd.SAMPLE, 100))).isEqualTo(places(some));
    }

    @Test
    void what_stands_out_takes_half_of_the_room_at_most_but_the_extremes_of_all_stay() {
        Dataset rows = new Dataset(JOB, STATUS, SECONDS, PLACE);
        for (int at = 0; at < 1000; at++) {
            rows.add("job" + at, "failed", at == 501 ? 1.0 : at == 503 ? 999.0 : 100 + at / 10.0, at);
        }
        Dataset some = Thinning.of(rows, Chart.Crowd.SAMPLE, 100);
        assertThat(places(some)).hasSize(100).contains(501, 503).doesNotHaveDuplicates();
    }

    @Test
    void texts_of_rows_that_went_are_not_written() {
        Dataset rows = new Dataset(JOB).add("a").add("b").add((Object) null).add("a");
        Dataset.WrittenColumn column =
                Thinning.of(rows, Chart.Crowd.FIRST, 1).written().get(0);
        assertThat(column.words()).containsExactly("a");
        assertThat(column.values()).containsExactly(0);
    }
}
