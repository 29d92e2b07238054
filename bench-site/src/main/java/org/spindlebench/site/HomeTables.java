package org.spindlebench.site;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.report.page.Html;
import org.spindlebench.runner.console.Site.SelectionPair;
import org.spindlebench.site.Timeline.LevelMark;

/** Writes the tables of the first page, which need no scripts. Every text from outside is escaped. */
final class HomeTables {
    private static final int MOST_NAMES = 4;
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

    private HomeTables() {}

    /**
     * A cluster.
     *
     * @param page the address of the report of all its campaigns; null if there is none
     * @param tables the address of the report's tables of settings; null if there are none
     */
    record ClusterRow(String cluster, int campaigns, String page, String tables, String answer) {}

    /**
     * Two selections side by side.
     *
     * @param page the address of the report; null if there is none
     * @param answer its first sentence, or why there is none
     */
    record PairRow(SelectionPair pair, String page, String answer) {}

    /**
     * A cluster on one setup.
     *
     * @param page the address of the comparison of the last two campaigns; null if there is none
     * @param answer the first sentence of the comparison, or why there is none
     */
    record ChangeRow(Timeline timeline, String page, String answer) {}

    static String of(
            List<Map.Entry<String, CampaignPiece>> campaigns,
            List<ClusterRow> clusters,
            List<PairRow> pairs,
            List<ChangeRow> changes) {
        StringBuilder html = new StringBuilder();
        html.append(table(
                "Clusters",
                List.of("cluster", "campaigns", "answer of all its runs", "settings"),
                clusters.stream()
                        .map(row -> List.of(
                                link(row.page(), row.cluster()),
                                Integer.toString(row.campaigns()),
                                answer(row.page(), row.answer()),
                                row.tables() == null
                                        ? ""
                                        : link("#settings/" + encoded(row.cluster()), "best settings, and effects")))
                        .toList()));
        List<PairRow> shown = pairs.stream().filter(row -> row.page() != null).toList();
        if (!shown.isEmpty()) {
            html.append(table(
                    "Side by side",
                    List.of("base", "contender", "answer"),
                    shown.stream()
                            .map(row -> List.of(
                                    text(row.pair().base().text()),
                                    text(row.pair().contender().text()),
                                    link(row.page(), row.answer())))
                            .toList()));
        }
        if (!changes.isEmpty()) {
            html.append(table(
                    "Changes",
                    List.of("cluster", "setup", "changes of level", "latest campaign against the one before"),
                    changes.stream().map(HomeTables::row).toList()));
        }
        List<Map.Entry<String, CampaignPiece>> latestFirst = new ArrayList<>(campaigns);
        Collections.reverse(latestFirst);
        html.append(table(
                "Campaigns",
                List.of("campaign", "first run", "cluster", "setups", "jobs", "runs", "answer", "trust"),
                latestFirst.stream().map(HomeTables::row).toList()));
        return html.toString();
    }

    private static List<String> row(Map.Entry<String, CampaignPiece> entry) {
        CampaignPiece piece = entry.getValue();
        int ended = piece.valid() + piece.others();
        return List.of(
                link(piece.page(entry.getKey()), piece.campaign()),
                day(piece.first()),
                text(FewNames.of(piece.clusters(), MOST_NAMES)),
                text(FewNames.of(piece.setups(), MOST_NAMES)),
                text(FewNames.of(piece.jobs(), MOST_NAMES)),
                piece.valid() + " valid"
                        + (piece.others() == 0 ? "" : ", " + piece.others() + " not")
                        + (ended < piece.planned() ? "; " + (piece.planned() - ended) + " to come" : "")
                        + (piece.damaged().isEmpty()
                                ? ""
                                : "; " + text(piece.damaged().size() + " not read")),
                answer(piece.page(entry.getKey()), piece.answer()),
                trust(piece));
    }

    private static String trust(CampaignPiece piece) {
        String word = "<span class=\"" + piece.trust() + "\">" + text(piece.trust()) + "</span>";
        return piece.doubts().isEmpty()
                ? word
                : "<details><summary>" + word + "</summary><ul>"
                        + piece.doubts().stream()
                                .map(doubt -> "<li>" + text(doubt) + "</li>")
                                .collect(Collectors.joining())
                        + "</ul></details>";
    }

    private static List<String> row(ChangeRow change) {
        Timeline timeline = change.timeline();
        String marks = timeline.common().marks().isEmpty()
                ? timeline.points().size() < LevelChange.LEAST_POINTS
                        ? "too few campaigns to test (" + timeline.points().size() + " of " + LevelChange.LEAST_POINTS
                                + ")"
                        : "none found"
                : timeline.common().marks().stream()
                        .map(mark -> text(sentence(timeline, mark)))
                        .collect(Collectors.joining("; "));
        String address = "#timeline/" + encoded(timeline.cluster()) + "/" + encoded(timeline.setup());
        return List.of(
                text(timeline.cluster()), link(address, timeline.setup()), marks, link(change.page(), change.answer()));
    }

    /** Returns, for example, {@code 2026-03-01: durations 5.1 % longer}, and whether the machine changed as much. */
    static String sentence(Timeline timeline, LevelMark mark) {
        double percent = 100 * (mark.ratio() - 1);
        return DAY.format(timeline.started(mark.first())) + ": durations "
                + String.format(Locale.ROOT, "%.1f %% %s", Math.abs(percent), percent > 0 ? "longer" : "shorter")
                + switch (mark.cause()) {
                    case MACHINE -> "; the machine moved, not the storage";
                    case DEVICES -> "; the devices changed as much when measured alone: the machine moved";
                    case NOT_DEVICES -> "; the devices changed less when measured alone";
                    case NOT_PROCESSORS -> "; durations of jobs that processors limit changed less";
                    case UNKNOWN -> "";
                };
    }

    private static String answer(String page, String answer) {
        return text(page == null ? "No report: " + answer : answer);
    }

    private static String day(Instant time) {
        return time == null ? "unknown" : DAY.format(time);
    }

    private static String table(String name, List<String> heads, List<List<String>> rows) {
        return "<h2>" + name + "</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + name
                + "\"><table><thead><tr>"
                + heads.stream()
                        .map(head -> "<th scope=\"col\">" + head + "</th>")
                        .collect(Collectors.joining())
                + "</tr></thead>\n<tbody>"
                + rows.stream()
                        .map(row -> row.stream()
                                .map(cell -> "<td>" + cell + "</td>")
                                .collect(Collectors.joining("", "<tr>", "</tr>\n")))
                        .collect(Collectors.joining())
                + "</tbody></table></div>\n";
    }

    private static String link(String address, String name) {
        return address == null ? text(name) : "<a href=\"" + Html.text(address) + "\">" + text(name) + "</a>";
    }

    /** Returns a text as HTML that shows it as it is, whatever the direction of its letters. */
    static String text(String text) {
        return "<bdi>" + Html.text(text) + "</bdi>";
    }

    /** Returns a text as a part of an address, as encodeURIComponent does. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
