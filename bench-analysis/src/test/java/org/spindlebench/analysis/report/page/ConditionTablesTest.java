package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;

class ConditionTablesTest {
    @TempDir
    private Path directory;

    private List<Table> tables(EvidenceRuns runs) {
        return ConditionTables.of(RunEvidence.read(List.of(runs.results()), runs.findings()));
    }

    private static Table named(List<Table> tables, String id) {
        return tables.stream()
                .filter(table -> table.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_was_observed_of_each_setup_is_listed_once() {
        EvidenceRuns runs = new EvidenceRuns(directory);
        runs.add(new RunBuilder(1, "teragen").evidence(runs.watched()).build());
        runs.add(new RunBuilder(2, "terasort").evidence(runs.watched()).build());

        Table layout = named(tables(runs), "layout");

        assertThat(layout.columns()).startsWith("setup", "node", "role", "directory");
        assertThat(layout.rows())
                .hasSize(2)
                .allMatch(row -> row.size() == layout.columns().size());
        assertThat(layout.rows().get(0)).startsWith("default", "worker-1", "hdfs", "/1");
        assertThat(layout.rows().get(1)).startsWith("default", "worker-1", "shuffle", "/2");
    }

    @Test
    void settings_are_listed_with_the_setups_that_have_them() {
        EvidenceRuns runs = new EvidenceRuns(directory);
        runs.add(new RunBuilder(1, "teragen")
                .setup("a")
                .configured("same", "1")
                .configured("mine", "x")
                .build());
        runs.add(new RunBuilder(2, "teragen")
                .setup("b")
                .configured("same", "1")
                .configured("mine", "y")
                .build());

        assertThat(named(tables(runs), "settings").rows())
                .contains(List.of("mine", "x", "a"), List.of("mine", "y", "b"), List.of("same", "1", "a, b"));
    }

    @Test
    void runs_of_which_nothing_was_observed_have_no_layout() {
        EvidenceRuns runs = new EvidenceRuns(directory);
        runs.add(new RunBuilder(1, "teragen").build());
        assertThat(tables(runs)).extracting(Table::id).doesNotContain("layout");
    }
}
