package org.spindlebench.site;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.run.Progress.Terminal;
import org.spindlebench.site.HomeTables.ChangeRow;
import org.spindlebench.site.HomeTables.ClusterRow;

/** Writes one generation of the pages about all campaigns, and at last {@code index.html}. */
final class SiteGeneration {
    private static final String CONTENTS = "contents.json";
    private static final int LENGTH = 16;
    /** The comments in the frame that the generation, hashes, styles, content and scripts replace. */
    private static final Pattern COMMENTS =
            Pattern.compile("<!--(?:generation|hashes|style|home|scripts)-->|/\\*styles\\*/");

    private final SiteFolder folder;
    private final SortedMap<String, CampaignPiece> pieces;
    private final PriceList prices;
    private final RunColumns columns = new RunColumns();
    private final String generation;

    SiteGeneration(SiteFolder folder, SortedMap<String, CampaignPiece> pieces, PriceList prices) {
        this.folder = folder;
        this.pieces = pieces;
        this.prices = prices;
        MessageDigest digest = SiteSource.sha256();
        digest.update((version() + prices + pieces.keySet()).getBytes(StandardCharsets.UTF_8));
        generation = HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
    }

    /** What a generation is made of, for the next one. */
    private record Contents(List<String> campaigns) {}

    /** Returns what changes the pages although the campaigns are the same. */
    static String version() {
        return resource("index.html").hashCode() + " " + resource("site.css").hashCode() + " " + script().hashCode()
                + " 1";
    }

    String generation() {
        return generation;
    }

    int runs() {
        return pieces.values().stream()
                .mapToInt(piece -> piece.valid() + piece.others())
                .sum();
    }

    /** Returns the campaigns' folders that a generation refers to. */
    static List<String> campaigns(Path made) throws IOException {
        return JsonDocument.read(made.resolve(CONTENTS), Contents.class).campaigns();
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
        List<ClusterRow> clusters = clusters(unfinished);
        List<ChangeRow> changes = changes(timelines, unfinished);
        JsonDocument.write(unfinished.resolve(CONTENTS), new Contents(List.copyOf(pieces.keySet())));
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
        pieces.values().forEach(piece -> piece.levels().forEach(levels -> grouped.computeIfAbsent(
                        List.of(piece.cluster(), levels.setup()), none -> new ArrayList<>())
                .add(levels)));
        return grouped.entrySet().stream()
                .filter(group -> group.getValue().size() > 1)
                .map(group -> Timeline.of(group.getKey().get(0), group.getKey().get(1), group.getValue()))
                .toList();
    }

    /** Writes a report of each cluster with several campaigns. */
    private List<ClusterRow> clusters(Path unfinished) throws IOException {
        Map<String, List<Map.Entry<String, CampaignPiece>>> clusters = inOrder().stream()
                .collect(Collectors.groupingBy(piece -> piece.getValue().cluster(), TreeMap::new, Collectors.toList()));
        List<ClusterRow> pages = new ArrayList<>();
        for (Map.Entry<String, List<Map.Entry<String, CampaignPiece>>> cluster : clusters.entrySet()) {
            int campaigns = cluster.getValue().size();
            String file = "cluster-" + (pages.size() + 1) + ".html";
            if (campaigns == 1) {
                Map.Entry<String, CampaignPiece> only = cluster.getValue().get(0);
                String report = "campaigns/" + only.getKey() + "/" + CampaignPiece.REPORT;
                boolean isThere =
                        Files.exists(folder.campaigns().resolve(only.getKey()).resolve(CampaignPiece.REPORT));
                pages.add(new ClusterRow(
                        cluster.getKey(),
                        1,
                        isThere ? report : null,
                        only.getValue().answer()));
                continue;
            }
            try (Stream<RunRecord> records = cluster.getValue().stream().flatMap(this::records)) {
                Findings findings = Findings.of(
                        Runs.of(records), ComparisonOptions.standard().withPrices(prices));
                Reports.writePage(unfinished.resolve(file), findings, RunEvidence.NONE);
                pages.add(new ClusterRow(cluster.getKey(), campaigns, address(file), Reports.headline(findings)));
            } catch (InvalidDocumentException | IllegalArgumentException e) {
                pages.add(new ClusterRow(cluster.getKey(), campaigns, null, "No report: " + e.getMessage()));
            }
        }
        return pages;
    }

    /** Writes what {@code compare} says about the last two campaigns of each timeline. */
    private List<ChangeRow> changes(List<Timeline> timelines, Path unfinished) throws IOException {
        List<ChangeRow> changes = new ArrayList<>();
        for (Timeline timeline : timelines) {
            List<CampaignLevels> points = timeline.points();
            List<CampaignLevels> both = points.subList(points.size() - 2, points.size());
            String file = "latest-" + (changes.size() + 1) + ".html";
            try (Stream<RunRecord> records = both.stream().flatMap(this::records)) {
                Findings findings = Findings.of(
                        Runs.of(records), ComparisonOptions.standard().against(label(both.get(0))));
                Reports.writePage(unfinished.resolve(file), findings, RunEvidence.NONE);
                changes.add(new ChangeRow(timeline, address(file), Reports.headline(findings)));
            } catch (InvalidDocumentException | IllegalArgumentException e) {
                changes.add(new ChangeRow(timeline, null, e.getMessage()));
            }
        }
        return changes;
    }

    private String address(String file) {
        return "pages/" + generation + "/" + file;
    }

    private static String label(CampaignLevels point) {
        return point.campaign() + ":" + point.setup();
    }

    /** Reads a campaign's records of one setup, which its label names then. */
    private Stream<RunRecord> records(CampaignLevels point) {
        return pieces.entrySet().stream()
                .filter(piece -> piece.getValue().campaign().equals(point.campaign()))
                .flatMap(this::records)
                .filter(run -> run.subject().setup().equals(point.setup()))
                .map(run -> run.labelled(label(point), run.identity().campaign()));
    }

    /** Reads a campaign's records from its script, one a line. */
    private Stream<RunRecord> records(Map.Entry<String, CampaignPiece> piece) {
        Path file = folder.campaigns().resolve(piece.getKey()).resolve(CampaignPiece.RECORDS);
        try {
            BufferedReader lines = Files.newBufferedReader(file);
            return lines.lines()
                    .filter(line -> line.startsWith("{"))
                    .map(line -> JsonDocument.parse(
                            line.substring(0, line.length() - 1),
                            RunRecord.class,
                            RunRecord.SCHEMA,
                            TextOrigin.of(file)))
                    .onClose(() -> {
                        try {
                            lines.close();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String index(List<ClusterRow> clusters, List<ChangeRow> changes) {
        String styles = resource("site.css");
        String script = script();
        String data = "site.home(" + home() + ");\n";
        List<String> parts = List.of(
                SiteFolder.GENERATION + generation + "\">",
                HtmlFileWriter.hash(script) + " " + HtmlFileWriter.hash(data),
                HtmlFileWriter.hash(styles),
                styles,
                HomeTables.of(inOrder(), clusters, changes),
                "<script>" + script + "</script>\n<script>" + data + "</script>");
        String[] frame = COMMENTS.split(resource("index.html"), -1);
        StringBuilder page = new StringBuilder(frame[0]);
        for (int at = 0; at < parts.size(); at++) {
            page.append(parts.get(at)).append(frame[at + 1]);
        }
        return page.toString();
    }

    /** Returns what the scripts need to know before they load anything. */
    private String home() {
        Map<String, Object> campaigns = new LinkedHashMap<>();
        inOrder()
                .forEach(piece -> campaigns.put(
                        piece.getKey(),
                        new JsonObject()
                                .with("campaign", piece.getValue().campaign())
                                .with("where", piece.getValue().where())
                                .with("cluster", piece.getValue().cluster())));
        return JsonDocument.visibleLine(
                        new JsonObject().with("generation", generation).with("campaigns", campaigns))
                .replace("<", "\\u003c");
    }

    /** Returns the scripts of the page: two of the report's, and the site's own. */
    private static String script() {
        return "\n'use strict';\n"
                + Stream.of("elements.js", "figures.js")
                        .map(SiteGeneration::ofReport)
                        .collect(Collectors.joining())
                + Stream.of("explorer.js", "timeline.js", "site.js")
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
                throw new IllegalStateException("the jar has no " + name + ": it was not built whole");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
