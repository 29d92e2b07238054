package org.spindlebench.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.runner.console.Site.SiteRequest;
import org.spindlebench.runner.run.Progress.Terminal;
import org.spindlebench.site.HomeTables.ChangeRow;
import org.spindlebench.site.HomeTables.ClusterRow;
import org.spindlebench.site.HomeTables.PairRow;
import org.spindlebench.site.ReportMaker.Side;
import org.spindlebench.site.ReportMaker.SiteReport;

/** Writes one generation of the pages about all campaigns, and {@code index.html} last. */
final class SiteGeneration {
    /** The comments in the frame that the generation, hashes, styles, content and scripts replace. */
    private static final Pattern COMMENTS =
            Pattern.compile("<!--(?:generation|hashes|style|home|scripts)-->|/\\*styles\\*/");

    private final SiteFolder folder;
    private final SortedMap<String, CampaignPiece> pieces;
    private final SiteRequest request;
    private final ReportMaker reports;
    /** The folders of reports that this generation has. */
    private final Set<String> used = new ConcurrentSkipListSet<>();

    private final RunColumns columns = new RunColumns();
    private final String generation;
    private final List<PairRow> compared;

    SiteGeneration(
            SiteFolder folder, SortedMap<String, CampaignPiece> pieces, PieceMaker campaigns, SiteRequest request) {
        this.folder = folder;
        this.pieces = pieces;
        this.request = request;
        this.reports = new ReportMaker(folder, pieces, campaigns, request.prices());
        generation = SiteSource.digest(version() + request.prices() + request.pairs() + pieces.keySet());
        compared = pairs();
    }

    /** Returns what changes the pages of unchanged campaigns. The number is the version of the documents' format. */
    static String version() {
        return resource("index.html").hashCode() + " " + resource("site.css").hashCode() + " " + script().hashCode()
                + " 2";
    }

    String generation() {
        return generation;
    }

    int runs() {
        return pieces.values().stream()
                .mapToInt(piece -> piece.valid() + piece.others())
                .sum();
    }

    /**
     * Writes the pages, unless {@code index.html} has them already.
     *
     * @return whether it wrote anything
     */
    boolean write(PrintStream err) throws IOException {
        if (folder.generation().filter(generation::equals).isPresent()) {
            return false;
        }
        Terminal.tell("Writing the pages about all campaigns ...", err);
        Path unfinished = folder.unfinished("pages");
        for (Map.Entry<String, CampaignPiece> piece : inOrder()) {
            columns.add(piece.getValue(), folder.campaigns().resolve(piece.getKey()));
        }
        columns.write(unfinished.resolve("runs.js"));
        List<Timeline> timelines = timelines();
        TimelineFiles.write(timelines, unfinished);
        List<ClusterRow> clusters = clusters();
        List<ChangeRow> changes = changes(timelines);
        SiteFolder.write(
                unfinished,
                Stream.concat(pieces.keySet().stream(), used.stream()).toList());
        folder.finish(unfinished, folder.pages().resolve(generation));
        AtomicFile.write(folder.index(), index(clusters, changes));
        return true;
    }

    /** Returns the campaigns in chronological order, those without a time first. */
    private List<Map.Entry<String, CampaignPiece>> inOrder() {
        return pieces.entrySet().stream()
                .sorted(Comparator.comparing(
                        piece -> piece.getValue().first(), Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList();
    }

    private List<Timeline> timelines() {
        Map<List<String>, List<CampaignLevels>> grouped = new TreeMap<>(Comparator.comparing(Object::toString));
        // A file of several clusters is not a point in time.
        pieces.values().stream().filter(piece -> piece.clusters().size() == 1).forEach(piece -> piece.levels()
                .forEach(levels -> grouped.computeIfAbsent(
                                List.of(piece.clusters().get(0), levels.setup()), none -> new ArrayList<>())
                        .add(levels)));
        return grouped.entrySet().stream()
                .filter(group -> group.getValue().size() > 1)
                .map(group -> Timeline.of(group.getKey().get(0), group.getKey().get(1), group.getValue()))
                .toList();
    }

    /** Returns each cluster with the report of all its campaigns; with one campaign, that campaign's report. */
    private List<ClusterRow> clusters() {
        Map<String, List<Map.Entry<String, CampaignPiece>>> clusters = new TreeMap<>();
        inOrder().forEach(piece -> piece.getValue().clusters().forEach(cluster -> clusters.computeIfAbsent(
                        cluster, none -> new ArrayList<>())
                .add(piece)));
        return clusters.entrySet().stream()
                .map(cluster -> {
                    List<Map.Entry<String, CampaignPiece>> campaigns = cluster.getValue();
                    CampaignPiece piece = campaigns.get(0).getValue();
                    if (campaigns.size() == 1 && piece.clusters().size() == 1) {
                        String only = campaigns.get(0).getKey();
                        return new ClusterRow(
                                cluster.getKey(), 1, piece.page(only), piece.tables(only), piece.answer());
                    }
                    SiteReport report = reports.report(List.of(Side.cluster(
                            cluster.getKey(),
                            campaigns.stream().map(Map.Entry::getKey).toList())));
                    use(report);
                    return new ClusterRow(
                            cluster.getKey(), campaigns.size(), report.page(), report.tables(), report.answer());
                })
                .toList();
    }

    /** Returns what {@code compare} says about the last two campaigns of each timeline. */
    private List<ChangeRow> changes(List<Timeline> timelines) {
        Map<String, String> folders = new TreeMap<>();
        pieces.forEach((name, piece) -> folders.put(piece.campaign(), name));
        return timelines.stream()
                .map(timeline -> {
                    List<CampaignLevels> points = timeline.points();
                    SiteReport report = reports.report(points.subList(points.size() - 2, points.size()).stream()
                            .map(point -> new Side(
                                    point.campaign() + ":" + point.setup(),
                                    List.of(folders.get(point.campaign())),
                                    point.setup(),
                                    (piece, run) -> run.subject().setup().equals(point.setup()),
                                    false))
                            .toList());
                    use(report);
                    return new ChangeRow(timeline, report.page(), report.answer());
                })
                .toList();
    }

    /** Returns a row for each pair of selections that the site compares. */
    private List<PairRow> pairs() {
        return request.pairs().stream()
                .map(pair -> {
                    SiteReport report = reports.report(
                            new SelectedRuns(folder, inOrder()).sides(pair),
                            pair.differing().toArray(String[]::new));
                    use(report);
                    return new PairRow(pair, report.page(), report.answer());
                })
                .toList();
    }

    private void use(SiteReport report) {
        if (report.made()) {
            used.add(report.folder());
        }
    }

    /** Returns why each pair of selections without a report has none. */
    List<String> problems() {
        return compared.stream()
                .filter(pair -> pair.page() == null)
                .map(pair -> pair.pair().text() + ": " + pair.answer())
                .toList();
    }

    private String index(List<ClusterRow> clusters, List<ChangeRow> changes) {
        String styles = resource("site.css");
        String script = script();
        String data = "site.home(" + home(clusters) + ");\n";
        List<String> parts = List.of(
                SiteFolder.GENERATION + generation + "\">",
                HtmlFileWriter.hash(script) + " " + HtmlFileWriter.hash(data),
                HtmlFileWriter.hash(styles),
                styles,
                HomeTables.of(inOrder(), clusters, compared, changes),
                "<script>" + script + "</script>\n<script>" + data + "</script>");
        String[] frame = COMMENTS.split(resource("index.html"), -1);
        StringBuilder page = new StringBuilder(frame[0]);
        for (int at = 0; at < parts.size(); at++) {
            page.append(parts.get(at)).append(frame[at + 1]);
        }
        return page.toString();
    }

    /** Returns what the scripts need to know before they load anything. */
    private String home(List<ClusterRow> clusters) {
        Map<String, Object> campaigns = new LinkedHashMap<>();
        inOrder()
                .forEach(piece -> campaigns.put(
                        piece.getKey(),
                        new JsonObject()
                                .with("campaign", piece.getValue().campaign())
                                .with("where", piece.getValue().where())
                                .with("clusters", piece.getValue().clusters())));
        return JsonDocument.visibleLine(new JsonObject()
                        .with("generation", generation)
                        .with("campaigns", campaigns)
                        .list("clusters", clusters, row -> new JsonObject()
                                .with("name", row.cluster())
                                .with("report", row.page())
                                .with("settings", row.tables())))
                .replace("<", "\\u003c");
    }

    /** Returns the scripts of the page: two of the report's, and the site's own. */
    private static String script() {
        return "\n'use strict';\n"
                + Stream.of("elements.js", "figures.js")
                        .map(SiteGeneration::ofReport)
                        .collect(Collectors.joining())
                + Stream.of("explorer.js", "settings.js", "timeline.js", "site.js")
                        .map(SiteGeneration::resource)
                        .collect(Collectors.joining());
    }

    private static String ofReport(String name) {
        return text(HtmlFileWriter.class, name);
    }

    static String resource(String name) {
        return text(SiteGeneration.class, name);
    }

    private static String text(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no " + name + ": it was not built completely");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
