package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.page.DotPlot.Dot;
import org.spindlebench.analysis.report.page.DotPlot.DotRow;
import org.spindlebench.analysis.report.page.DotPlot.DotText;
import org.spindlebench.analysis.report.page.DotPlot.Dots;

/** Writes the chart of the first screen: a table whose rows have dots with intervals on a common axis. */
final class DotTable {
    static final String MEASURED = "measured";

    /** The largest number of characters of a job and its settings in one line. */
    private static final int LONGEST = 34;

    private static final int LONGEST_OF_MANY = 25;
    /** The largest number of contenders whose means have room next to their dots. */
    private static final int MOST_MEANS = 3;

    private static final String CIRCLE = "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z";

    /** The shape of each verdict. Shapes point to the side on which they lie. */
    private static final Map<String, String> SHAPES = new LinkedHashMap<>();

    static {
        SHAPES.put("faster", "M-3.5,-4.5L5,0L-3.5,4.5Z");
        SHAPES.put("slower", "M3.5,-4.5L-5,0L3.5,4.5Z");
        SHAPES.put("same", CIRCLE);
        SHAPES.put("undecided", "M0,-4.5L4.5,0L0,4.5L-4.5,0Z");
        SHAPES.put(MEASURED, CIRCLE);
    }

    private final Dots dots;
    private final Html html;
    private final DotAxis axis;
    /** Whether there is one contender, whose numbers have columns of their own. */
    private final boolean isAlone;

    private final boolean hasCost;
    private final boolean hasMeans;
    private final boolean hasBaseline;

    private DotTable(Dots dots, Html html) {
        this.dots = dots;
        this.html = html;
        this.axis = DotAxis.of(all(), dots.ofRatios());
        this.isAlone = dots.contenders().size() == 1;
        this.hasCost = dots.cost() != null;
        this.hasMeans = dots.contenders().size() <= MOST_MEANS;
        this.hasBaseline =
                isAlone || dots.rows().stream().anyMatch(row -> !row.mean().isEmpty());
    }

    static String shape(String verdict) {
        return SHAPES.get(verdict);
    }

    /** Returns the chart as HTML. */
    static String of(Dots dots, Html html) {
        DotTable table = new DotTable(dots, html);
        boolean several = dots.ofRatios() && !table.isAlone;
        String classes = "dots" + (several ? " several" : "") + (several && !table.hasMeans ? " crowded" : "");
        return Html.element(
                "figure class=\"" + classes + "\" id=\"show-dots\"",
                Html.element("table", dots.ofRatios() ? table.speedUps() : table.durations()),
                Html.of("figcaption", "legend", table.legend()));
    }

    private Collection<Dot> all() {
        return Stream.concat(
                        dots.rows().stream().flatMap(row -> row.dots().values().stream()),
                        dots.together().values().stream())
                .toList();
    }

    private static String head(String className, String text) {
        return Html.element("th scope=\"col\" class=\"" + className + "\"", text);
    }

    private String speedUps() {
        List<String> titles = new ArrayList<>(List.of(head("job", "job")));
        if (hasBaseline) {
            titles.add(head("wide", html.isolated(dots.baseline())));
        }
        if (isAlone) {
            titles.add(head("wide", html.isolated(dots.contenders().get(0))));
            titles.add(head("wide", "n"));
            titles.add(head("plot", "speed-up"));
            titles.add(head("", "ratio"));
            titles.add(head("wide", dots.confidence() + " interval"));
            titles.add(hasCost ? head("wide money", "cost") : "");
            titles.add(head("wide text", "verdict"));
        } else {
            titles.add(head("wide", "n"));
            dots.contenders()
                    .forEach(contender -> titles.add(Html.element(
                            "th scope=\"col\" class=\"plot\" colspan=\"" + span() + "\"", html.isolated(contender))));
        }
        String rows = Html.joined(dots.rows(), this::row);
        String together = dots.together().isEmpty()
                ? ""
                : Html.of(
                        "tr",
                        "together",
                        Html.element("th scope=\"row\" class=\"job\"", "geometric mean"),
                        empty("wide", hasBaseline && !isAlone ? 2 : 1),
                        Html.joined(
                                dots.contenders(),
                                contender -> cells(dots.together().get(contender), contender)));
        return Html.element("thead", Html.element("tr", String.join("", titles)))
                + Html.element("tbody", rows, together)
                + Html.element("tfoot", Html.of("tr", "axis", foot()));
    }

    /** Returns the number of columns that each of several contenders has in a wide window. */
    private int span() {
        return 2 + (hasMeans ? 1 : 0) + (hasCost ? 1 : 0);
    }

    private static String empty(String className, int columns) {
        return Html.element("td class=\"" + className + "\" colspan=\"" + columns + "\"");
    }

    private String foot() {
        String start = empty("job", 1) + empty("wide", hasBaseline && !isAlone ? 2 : 1);
        String scale = Html.of("td", "plot", axis.scale());
        return isAlone
                ? start + empty("wide", 2) + scale + empty("", 1) + empty("wide", hasCost ? 3 : 2)
                : start + Html.joined(dots.contenders(), any -> empty("who", 1) + scale + empty("wide", span() - 1));
    }

    private String row(DotRow row) {
        List<String> cells = new ArrayList<>();
        cells.add(job(row, dots.contenders().size() < 3 ? LONGEST : LONGEST_OF_MANY));
        if (hasBaseline) {
            cells.add(Html.of("td", "wide", Html.text(row.mean())));
        }
        if (!isAlone) {
            cells.add(Html.of("td", "wide", Html.text(row.n())));
        }
        dots.contenders().forEach(contender -> cells.add(cells(row.dots().get(contender), contender)));
        return Html.element("tr", String.join("", cells));
    }

    private String job(DotRow row, int most) {
        boolean isLong = row.job().length() + row.settings().length() > most;
        String settings =
                row.settings().isEmpty() ? "" : Html.of("span", "settings", " ", html.isolated(row.settings()));
        return Html.element(
                "th scope=\"row\" class=\"" + (isLong ? "job long" : "job") + "\""
                        + Html.attribute("title", isLong ? row.job() + " " + row.settings() : null),
                html.isolated(row.job()),
                settings,
                isAlone ? Html.of("span", "under", Html.text(under(row))) : "");
    }

    /** Returns what a narrow window shows below the job in place of columns. */
    private String under(DotRow row) {
        Dot dot = row.dots().get(dots.contenders().get(0));
        return Stream.of(row.mean(), dot == null ? "" : dot.text().mean())
                        .filter(mean -> !mean.isEmpty())
                        .map(DotTable::withoutVariation)
                        .collect(Collectors.joining(" \u2192 "))
                + ", n\u00a0" + row.n().replace(", ", ",\u00a0");
    }

    private static String withoutVariation(String mean) {
        int sign = mean.indexOf(" \u00b1");
        return sign < 0 ? mean : mean.substring(0, sign);
    }

    /** Returns the cells of a contender; empty cells without a dot. */
    private String cells(Dot dot, String contender) {
        DotText text = dot == null ? new DotText("\u2013", null, null, null, null, null, "") : dot.text();
        String tip = dot == null ? "" : Html.attribute("title", tip(text));
        String ratio = Html.element(
                "td class=\"ratio\"" + tip,
                dot == null ? "\u2013" : Html.of("span", "verdict " + dot.verdict(), Html.text(text.ratio())),
                isAlone && text.interval() != null ? Html.of("span", "under", Html.text(text.interval())) : "",
                dot == null ? "" : Html.of("span", "unseen", " " + Html.text(text.word())));
        String plot = Html.element("td class=\"plot\"" + tip, axis.plot(dot));
        String money = hasCost ? cell("wide money", tip, text.cost()) : "";
        if (isAlone) {
            return cell("wide", tip, text.mean())
                    + cell("wide", tip, text.n())
                    + plot
                    + ratio
                    + cell("wide", tip, text.interval())
                    + money
                    + Html.of("td", "wide text", dot == null ? "" : worded(dot.verdict(), text.word()));
        }
        String mean = text.share() != null || text.mean() == null ? text.share() : withoutVariation(text.mean());
        return Html.of("td", "who", html.isolated(contender))
                + plot
                + (hasMeans ? cell("wide mean", tip, mean) : "")
                + ratio
                + money;
    }

    private static String cell(String className, String tip, String text) {
        return Html.element("td class=\"" + className + "\"" + tip, text == null ? "" : Html.text(text));
    }

    private static String tip(DotText text) {
        return Stream.of(
                        text.ratio() + " " + (text.interval() == null ? "no interval" : text.interval()),
                        text.mean(),
                        text.n() == null ? null : "n " + text.n(),
                        text.word())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** Returns a mark and its word, for a cell or the legend. */
    private static String worded(String verdict, String word) {
        return Html.of(
                "span",
                "verdict " + verdict,
                Html.element(
                        "svg class=\"sign\" width=\"14\" height=\"14\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"",
                        "<path d=\"" + shape(verdict) + "\"/>"),
                " " + Html.text(word));
    }

    private String durations() {
        String titles = head("job", "job")
                + head("plot", "duration")
                + head("", "mean")
                + head("wide", "n")
                + Html.element(
                        "th scope=\"col\" title=\"runs of each setup that show a difference of 5 % in 80 of 100 cases\"",
                        "to see 5 %");
        String rows = Html.joined(dots.rows(), row -> {
            String variation = row.mean().substring(withoutVariation(row.mean()).length());
            return Html.element(
                    "tr",
                    job(row, LONGEST),
                    Html.of("td", "plot", axis.plot(row.dots().get(""))),
                    Html.element(
                            "td",
                            Html.text(withoutVariation(row.mean())),
                            Html.of("span", "wide", Html.text(variation))),
                    cell("wide", "", row.n()),
                    Html.element("td", row.needed() == null ? "\u2013" : Html.text(row.needed())));
        });
        String foot =
                empty("job", 1) + Html.of("td", "plot", axis.scale()) + empty("", 1) + empty("wide", 1) + empty("", 1);
        return Html.element("thead", Html.element("tr", titles))
                + Html.element("tbody", rows)
                + Html.element("tfoot", Html.of("tr", "axis", foot));
    }

    private String legend() {
        List<String> parts = new ArrayList<>();
        String file = dots.ofRatios() ? "report-comparisons.csv" : "report-cells.csv";
        if (dots.ofRatios()) {
            SHAPES.keySet().stream()
                    .filter(verdict ->
                            all().stream().anyMatch(dot -> dot.verdict().equals(verdict)))
                    .forEach(verdict -> parts.add(worded(verdict, verdict)));
            parts.add(Html.element("span", "right of 1: the contender is faster"));
            if (!isAlone
                    && hasMeans
                    && all().stream().anyMatch(dot -> dot.text().share() != null)) {
                parts.add(Html.element("span", "%: share of pairs in which the contender is faster"));
            }
            if (dots.more() > 0) {
                parts.add(Html.element("span", HumanText.counted(dots.more(), "more contender") + ": " + file));
            }
            if (hasCost) {
                parts.add(Html.of(
                        "span",
                        "money",
                        "cost: " + Html.text(dots.cost()) + " over that of ",
                        html.isolated(dots.baseline())));
            }
        } else {
            boolean anyInterval = all().stream().anyMatch(dot -> dot.low() != null);
            parts.add(worded(MEASURED, anyInterval ? "mean, with its interval" : "mean"));
            parts.add(Html.element("span", "| one run"));
            parts.add(Html.element(
                    "span",
                    "to see 5 %: runs, or visits, of each of two setups, to see that difference in 80 of 100 cases"));
        }
        if (!dots.settings().isEmpty()) {
            parts.add(Html.element("span", "all with ", html.isolated(dots.settings())));
        }
        int left = dots.all() - dots.rows().size();
        if (left > 0) {
            parts.add(Html.element("span", left + " more rows: " + file));
        }
        return String.join("", parts);
    }
}
