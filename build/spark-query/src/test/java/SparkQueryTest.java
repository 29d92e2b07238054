import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Runs the statements of docs/query.md in Spark in local mode, and compares the numbers with DuckDB's. */
class SparkQueryTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String QUERY = "a test runs this";

    private static List<String> statements(String marker) throws IOException {
        List<String> statements = new ArrayList<>();
        Matcher marked = Pattern.compile("<!-- " + marker + " -->\n```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/query.md")));
        while (marked.find()) {
            String text = marked.group(1)
                    .replace("results/*/runs", ROOT + "/docs/examples/paced-devices/records/runs");
            statements.addAll(List.of(text.strip().split(";\\s*")));
        }
        return statements;
    }

    private static String row(Object job, Object setup, Object compression, long n, double median) {
        return String.format(Locale.ROOT, "%s %s %s %d %.6f", job, setup, compression, n, median);
    }

    @Test
    void theViewsOfSparkAndDuckDbGiveTheSameNumbers() throws IOException, SQLException {
        List<String> ofDuckDb = new ArrayList<>();
        List<String> asked = statements(QUERY);
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement()) {
            statement.execute(asked.get(0));
            try (ResultSet rows = statement.executeQuery(asked.get(1))) {
                while (rows.next()) {
                    ofDuckDb.add(row(rows.getString(1), rows.getString(2), rows.getString(3), rows.getLong(4), rows.getDouble(5)));
                }
            }
        }
        List<String> ofSpark = new ArrayList<>();
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate();
        try {
            statements("the project build/spark-query runs this").forEach(spark::sql);
            for (Row row : spark.sql(asked.get(1)).collectAsList()) {
                ofSpark.add(row(row.get(0), row.get(1), row.get(2), row.getLong(3), row.getDouble(4)));
            }
        } finally {
            spark.stop();
        }
        assertFalse(ofDuckDb.isEmpty());
        assertEquals(ofDuckDb, ofSpark);
    }
}
