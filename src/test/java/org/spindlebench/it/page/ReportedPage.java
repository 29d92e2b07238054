package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.RunEvidence;

/** An HTML report that is open in a tab. */
public final class ReportedPage {
    /** Selects the parts of a drawing, except for its axes and legends. */
    private static final String MARKS = "g.role-mark path, g.role-mark line, g.role-mark rect, g.role-mark text";

    private final Path file;
    private final Tab tab;

    private ReportedPage(Path file, Tab tab) {
        this.file = file;
        this.tab = tab;
    }

    /** Writes the HTML report of a file that importers recognise. */
    static Path write(Path csv, Path directory, String baseline) throws IOException {
        try (Stream<RunRecord> runs = Imports.read(csv, line -> {
            throw new AssertionError("a line of " + csv + " cannot be read: " + line);
        })) {
            ComparisonOptions options = ComparisonOptions.standard();
            Reports.write(
                    directory, Findings.of(Runs.of(runs), baseline == null ? options : options.against(baseline)));
        }
        return directory.resolve("report.html");
    }

    /**
     * Writes the HTML report of a directory of records and of the files next to them.
     *
     * @param baseline null for the first setup
     */
    static Path ofRecords(Path results, Path directory, String baseline) throws IOException {
        try (Stream<RunRecord> runs = Records.read(results)) {
            Findings findings =
                    Findings.of(Runs.of(runs), ComparisonOptions.standard().against(baseline));
            Reports.write(directory, findings, RunEvidence.read(List.of(results), findings));
        }
        return directory.resolve("report.html");
    }

    /** Writes the HTML report with new names of setups, which an importer would refuse. */
    static Path renamed(Path csv, Path directory, Map<String, String> names) throws IOException {
        Path records = directory.resolve("records");
        Files.createDirectories(records);
        List<String> lines = new ArrayList<>();
        try (Stream<RunRecord> runs = Imports.read(csv, line -> {})) {
            runs.forEach(run -> lines.add(renamed(JsonDocument.line(run), names)));
        }
        Files.write(records.resolve("runs.jsonl"), lines);
        try (Stream<RunRecord> runs = Records.read(records)) {
            Reports.write(directory, Findings.of(Runs.of(runs), ComparisonOptions.standard()));
        }
        return directory.resolve("report.html");
    }

    private static String renamed(String line, Map<String, String> names) {
        String changed = line;
        for (Map.Entry<String, String> name : names.entrySet()) {
            changed = changed.replace(
                    "\"setup\":\"" + name.getKey() + "\"", "\"setup\":" + Chromium.quoted(name.getValue()));
        }
        return changed;
    }

    /** Opens an HTML report that was written. */
    public static ReportedPage open(Path file, Tab tab) throws IOException, InterruptedException {
        return open(file, tab, "");
    }

    static ReportedPage open(Path file, Tab tab, String hash) throws IOException, InterruptedException {
        tab.open(file, hash);
        // Charts and tables are folded, and a test sees what a reader sees who opens them.
        tab.evaluate(
                "document.querySelectorAll('details.chart, details.block').forEach(part => { part.open = true; })");
        return new ReportedPage(file, tab);
    }

    Path file() {
        return file;
    }

    /**
     * Draws every chart. Checks that each has marks, that there are no complaints, and that nothing was requested from
     * the network.
     */
    public void assertDrawn() throws IOException, InterruptedException {
        drawAll();
        List<String> pictures = pictures();
        assertThat(pictures).isNotEmpty();
        for (String picture : pictures) {
            assertThat(marks(picture)).as("marks of %s", picture).isPositive();
        }
        assertQuiet();
    }

    /** Checks that there are no complaints, and that nothing was requested from the network. */
    void assertQuiet() {
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.networkRequests()).isEmpty();
    }

    /** Checks that nothing is wider than the window, except for what scrolls by itself. */
    void assertWithinTheWindow() throws IOException, InterruptedException {
        assertWithinTheWindow(tab);
    }

    static void assertWithinTheWindow(Tab tab) throws IOException, InterruptedException {
        List<String> wide = new ArrayList<>();
        tab.evaluate(
                        "[...document.querySelectorAll('body *')].filter(part => !part.closest('.scroll, .drawing, .dots.several[tabindex]')"
                                + " && part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
                                + ".map(part => part.tagName + ' ' + part.className + ' ' + part.textContent.slice(0, 40))")
                .forEach(part -> wide.add(part.asText()));
        assertThat(wide).as("wider than the window").isEmpty();
    }

    /** Checks that axe finds nothing, and that it has looked. */
    void assertAccessible() throws IOException, InterruptedException {
        assertAccessible(tab);
    }

    static void assertAccessible(Tab tab) throws IOException, InterruptedException {
        tab.evaluate(axe() + "; true");
        JsonNode found = tab.evaluate("axe.run().then(result => ({passes: result.passes.length, violations:"
                + " result.violations.map(found => found.impact + ' ' + found.id + ': '"
                + " + found.nodes.map(node => node.html).slice(0, 3).join(' | '))}))");
        assertThat(found.path("violations")).isEmpty();
        assertThat(found.path("passes").asInt()).as("rules that were looked at").isGreaterThan(10);
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(ReportedPage.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Draws all charts, including those that were never scrolled to. */
    void drawAll() throws IOException, InterruptedException {
        tab.evaluate("spindle.all().then(() => true)");
    }

    /** Returns the ids of the charts, in the order of the HTML report. */
    public List<String> pictures() throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        tab.evaluate("spindle.pictures.map(picture => picture.id)").forEach(id -> ids.add(id.asText()));
        return ids;
    }

    int marks(String picture) throws IOException, InterruptedException {
        return tab.evaluate("document.querySelectorAll('#show-" + picture + " svg :is(" + MARKS + ")').length")
                .asInt();
    }

    /** Returns the numbers in a column of a chart's table, in the order of its rows. Opens the table if necessary. */
    List<Double> figures(String picture, int column) throws IOException, InterruptedException {
        openTable(picture);
        List<Double> values = new ArrayList<>();
        tab.evaluate("[...document.querySelectorAll('table[data-table=" + picture
                        + "] tbody tr')].map(row => row.children[" + column + "].dataset.value ?? null)")
                .forEach(value -> values.add(value.isNull() ? null : (Double) Double.parseDouble(value.asText())));
        return values;
    }

    /** Returns the texts in a column of a chart's table. */
    List<String> texts(String picture, int column) throws IOException, InterruptedException {
        openTable(picture);
        List<String> values = new ArrayList<>();
        tab.evaluate("[...document.querySelectorAll('table[data-table=" + picture
                        + "] tbody tr')].map(row => row.children[" + column + "].textContent)")
                .forEach(value -> values.add(value.asText()));
        return values;
    }

    void openTable(String picture) throws IOException, InterruptedException {
        tab.evaluate("(() => { const button = [...document.querySelectorAll('#show-" + picture + " .actions button')]"
                + ".find(candidate => candidate.textContent === 'Table');"
                + " if (button.getAttribute('aria-expanded') === 'false') { button.click(); } return true; })()");
    }

    /** Returns the texts of all elements that match a selector. */
    List<String> all(String selector) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        tab.evaluate("[...document.querySelectorAll(" + Chromium.quoted(selector) + ")].map(one => one.textContent)")
                .forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** Returns the rows of the table of texts with this heading, each with its cells. */
    List<List<String>> rows(String heading) throws IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        tab.evaluate(
                        "[...[...document.querySelectorAll('#tables .block')].find(block => block.querySelector('h2').textContent === "
                                + Chromium.quoted(heading)
                                + ").querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent))")
                .forEach(row -> {
                    List<String> cells = new ArrayList<>();
                    row.forEach(cell -> cells.add(cell.asText()));
                    rows.add(cells);
                });
        return rows;
    }

    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        return tab.evaluate(expression);
    }

    Tab tab() {
        return tab;
    }
}
