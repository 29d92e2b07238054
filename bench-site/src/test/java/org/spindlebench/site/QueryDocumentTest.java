package org.spindlebench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.stats.Sample;

/** Runs the statements of docs/query.md, and compares their numbers with those of the library. */
class QueryDocumentTest {
    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records");
    private static final Pattern TESTED =
            Pattern.compile("<!-- a test runs this -->\n```sql\n(.*?)```", Pattern.DOTALL);

    private static List<String> statements() throws IOException {
        List<String> statements = new ArrayList<>();
        Matcher tested = TESTED.matcher(Files.readString(Path.of("../docs/query.md")));
        while (tested.find()) {
            statements.add(tested.group(1)
                    .replace("results/*/runs", RECORDED.toAbsolutePath().normalize() + "/runs"));
        }
        return statements;
    }

    @Test
    void theViewGivesTheLibrarysNumbers() throws IOException, SQLException {
        List<String> statements = statements();
        assertThat(statements).hasSize(2);
        List<String> asked = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement()) {
            statement.execute(statements.get(0));
            try (ResultSet rows = statement.executeQuery(statements.get(1))) {
                while (rows.next()) {
                    asked.add(row(
                            rows.getString("job"),
                            rows.getString("setup"),
                            rows.getString("compression"),
                            rows.getLong("n"),
                            rows.getDouble("median")));
                }
            }
        }
        assertThat(asked).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected());
    }

    private static List<String> expected() throws IOException {
        try (Stream<RunRecord> runs = Records.read(RECORDED)) {
            return runs
                    .filter(run -> run.status() == Status.OK)
                    .collect(Collectors.groupingBy(
                            run -> List.of(
                                    run.subject().job(),
                                    run.subject().setup(),
                                    run.subject().settings().get("compression")),
                            Collectors.mapping(run -> run.times().elapsed(), Collectors.toList())))
                    .entrySet()
                    .stream()
                    .map(cell -> row(
                            cell.getKey().get(0),
                            cell.getKey().get(1),
                            cell.getKey().get(2),
                            cell.getValue().size(),
                            Sample.of(cell.getValue()).median()))
                    .toList();
        }
    }

    private static String row(String job, String setup, String compression, long n, double median) {
        return String.format(Locale.ROOT, "%s %s %s %d %.6f", job, setup, compression, n, median);
    }
}
