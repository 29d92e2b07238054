package org.spindlebench.analysis.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.analysis.report.page.HtmlReport;
import org.spindlebench.analysis.report.page.Table;

/** An HTML page that lists the campaigns below a directory, the latest first, with links to their reports. */
public final class CampaignIndex {
    private static final String FILE = "index.html";
    private static final String ENDED_EARLY = "ended.json";
    private static final List<String> COLUMNS = List.of(
            "campaign",
            "state",
            "setups",
            "jobs",
            "first run [UTC]",
            "last run [UTC]",
            "valid",
            "not valid",
            "planned");
    private static final int MOST_NAMES = 4;
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * A campaign in the list.
     *
     * @param cells the campaign's cells, with valid and other runs
     * @param problem why its records cannot be read; null if they can
     */
    private record Listed(Path directory, Runs cells, String problem) {
        Instant last() {
            return cells == null
                    ? Instant.MIN
                    : started(cells).max(Instant::compareTo).orElse(Instant.MIN);
        }
    }

    private CampaignIndex() {}

    /**
     * Writes {@code index.html} into the directory, and replaces an older file that Spindle wrote.
     *
     * @param directory the directory that contains the campaigns' directories, each with records
     * @return the file, and the number of campaigns that it lists
     * @throws InvalidDocumentException if the directory contains no campaign, or an {@code index.html} that Spindle did
     *     not write
     * @throws IOException if a file could not be read or written
     */
    public static WrittenReport write(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.exists(file) && !HtmlFileWriter.isOwn(file)) {
            throw new InvalidDocumentException(
                    file + " was not written by Spindle, and the index would replace it: move it away");
        }
        List<Listed> campaigns = new ArrayList<>();
        try (Stream<Path> directories = Files.list(directory)) {
            directories
                    .filter(found -> Files.isDirectory(found.resolve("runs")))
                    .sorted()
                    .forEach(found -> campaigns.add(listed(found)));
        }
        if (campaigns.isEmpty()) {
            throw new InvalidDocumentException(directory + ": no directory in it holds records of runs");
        }
        campaigns.sort((a, b) -> b.last().compareTo(a.last()));
        String title = campaigns.size() + (campaigns.size() == 1 ? " campaign" : " campaigns") + " in "
                + directory.toAbsolutePath().normalize().getFileName();
        HtmlFileWriter.write(
                file,
                new HtmlReport(
                        "Spindle: " + title,
                        List.of(),
                        List.of(),
                        title,
                        null,
                        List.of(),
                        List.of(),
                        "",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(table(campaigns)),
                        List.of(),
                        List.of(),
                        null));
        return new WrittenReport(file, campaigns.size());
    }

    /** The file that was written, and the number of campaigns that it lists. */
    public record WrittenReport(Path file, int campaigns) {}

    private static Listed listed(Path directory) {
        try (Stream<RunRecord> runs = Records.read(directory)) {
            return new Listed(directory, Runs.of(runs), null);
        } catch (IOException | UncheckedIOException | InvalidDocumentException e) {
            return new Listed(directory, null, String.valueOf(e.getMessage()));
        }
    }

    private static Table table(List<Listed> campaigns) {
        return new Table(
                "campaigns",
                "Campaigns",
                COLUMNS,
                6,
                campaigns.stream().map(CampaignIndex::row).toList(),
                campaigns.size(),
                null,
                campaigns.stream().map(CampaignIndex::link).toList());
    }

    private static List<String> row(Listed listed) {
        String name = listed.directory().getFileName().toString();
        if (listed.cells() == null) {
            return List.of(name, "cannot be read: " + listed.problem(), "", "", "", "", "", "", "");
        }
        Runs runs = listed.cells();
        int valid = runs.cells().stream().mapToInt(cell -> cell.runs().size()).sum();
        int all = runs.cells().stream().mapToInt(cell -> cell.counts().total()).sum();
        int planned = runs.campaigns().stream().mapToInt(Campaign::planned).sum();
        int finished = runs.campaigns().stream().mapToInt(Campaign::finished).sum();
        return List.of(
                name,
                finished < planned
                        ? Files.exists(listed.directory().resolve(ENDED_EARLY))
                                ? "ended early, as its stopping rule says"
                                : "not finished"
                        : valid < all ? "finished, with runs that are not valid" : "finished",
                FewNames.of(runs.setups(), MOST_NAMES),
                FewNames.of(
                        runs.cells().stream()
                                .map(cell -> cell.subject().job())
                                .distinct()
                                .toList(),
                        MOST_NAMES),
                started(runs).min(Instant::compareTo).map(MINUTE::format).orElse(NumberText.ABSENT),
                started(runs).max(Instant::compareTo).map(MINUTE::format).orElse(NumberText.ABSENT),
                Integer.toString(valid),
                Integer.toString(all - valid),
                Integer.toString(planned));
    }

    private static Stream<Instant> started(Runs runs) {
        return runs.cells().stream()
                .map(CellSummary::runs)
                .flatMap(List::stream)
                .map(MeasuredRun::started)
                .filter(started -> started != null)
                .map(Instant::ofEpochMilli);
    }

    private static String link(Listed listed) {
        if (!Files.isRegularFile(listed.directory().resolve("report.html"))) {
            return null;
        }
        try {
            return new URI(null, null, listed.directory().getFileName() + "/report.html", null).getRawPath();
        } catch (URISyntaxException notAPath) {
            return null;
        }
    }
}
