package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.report.page.DotPlot.Dot;

/**
 * The logarithmic axis of the first screen's chart, and the marks on it. Places are shares of a cell's width, so that
 * the chart fits any window and paper.
 */
final class DotAxis {
    private static final double[] RATIOS = {
        1, 2, 0.5, 1.5, 0.7, 5, 0.2, 10, 0.1, 1.2, 0.8, 1.1, 0.9, 1.05, 0.95, 3, 0.3, 4, 20, 50, 100, 0.05, 0.02, 0.01,
        1000
    };
    private static final double[] DURATIONS = {
        1, 10, 60, 600, 3600, 0.1, 36000, 2, 5, 20, 30, 120, 300, 1200, 1800, 7200, 18000, 90, 180, 240, 360, 480, 900,
        10800, 0.5, 0.2, 0.05, 0.02, 0.01, 0.001, 86400
    };
    /** How far an interval may reach beyond the dots, as a factor; an arrow shows that it goes on. */
    private static final double REACH = 4;
    /** The least distance of two labels, as a share of the width. */
    private static final double APART = 0.13;

    private static final double FAR_APART = 0.3;
    private static final double MARGIN = 0.035;
    private static final double ROUNDING = 1e-9;
    private static final String MIDDLE = "50%";
    private static final String ARROW_LEFT = "M5,-5L0,0L5,5";
    private static final String ARROW_RIGHT = "M-5,-5L0,0L-5,5";

    private final double from;
    private final double to;
    private final boolean ofRatios;
    private final List<Double> labels = new ArrayList<>();
    /** The labels for which there is room in a narrow window. */
    private final List<Double> wide = new ArrayList<>();

    private DotAxis(double from, double to, boolean ofRatios) {
        this.from = from;
        this.to = to;
        this.ofRatios = ofRatios;
        for (double label : ofRatios ? RATIOS : DURATIONS) {
            double share = share(label);
            if (share >= MARGIN - ROUNDING && share <= 1 - MARGIN + ROUNDING && isApart(label, labels, APART)) {
                labels.add(label);
                if (isApart(label, wide, FAR_APART)) {
                    wide.add(label);
                }
            }
        }
    }

    /**
     * Returns an axis that has room for the dots.
     *
     * @param ofRatios whether the dots are speed-ups, and not seconds
     */
    static DotAxis of(Collection<Dot> dots, boolean ofRatios) {
        double[] at = DoubleStream.concat(
                        dots.stream()
                                .flatMapToDouble(dot -> DoubleStream.concat(
                                        DoubleStream.of(dot.at()),
                                        dot.seconds().stream().mapToDouble(Double::doubleValue))),
                        ofRatios ? DoubleStream.of(1) : DoubleStream.empty())
                .filter(value -> value > 0)
                .toArray();
        double least = DoubleStream.of(at).min().orElse(1);
        double most = DoubleStream.of(at).max().orElse(1);
        double low = least;
        double high = most;
        for (Dot dot : dots) {
            if (dot.low() != null) {
                low = Math.min(low, Math.max(least / REACH, dot.low()));
                high = Math.max(high, Math.min(most * REACH, dot.high()));
            }
        }
        return new DotAxis(Math.log(low) - 0.01, Math.log(high) + 0.01, ofRatios);
    }

    private boolean isApart(double label, List<Double> others, double least) {
        return others.stream().allMatch(other -> Math.abs(share(other) - share(label)) > least);
    }

    private double share(double value) {
        return MARGIN + (1 - 2 * MARGIN) * (Math.log(value) - from) / (to - from);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    private double rawPlace(double value) {
        return value > 0 ? share(value) : -1;
    }

    private String place(double value) {
        return percent(Math.min(1 - MARGIN / 2, Math.max(MARGIN / 2, rawPlace(value))));
    }

    private static String line(String className, String x, String from, String to) {
        return "<line class=\"" + className + "\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + from + "\" y2=\"" + to
                + "\"/>";
    }

    /** Returns the cell of a row: the axis' lines, and the dot with its interval; null for an empty cell. */
    String plot(Dot dot) {
        String lines = Html.joined(labels, label -> line("grid", percent(share(label)), "0", "100%"))
                + (ofRatios ? line("one", percent(share(1)), "0", "100%") : "");
        return Html.element(
                "svg class=\"plot\" width=\"100%\" height=\"100%\" aria-hidden=\"true\"",
                lines, dot == null ? "" : runs(dot) + mark(dot));
    }

    private String runs(Dot dot) {
        return Html.joined(dot.seconds(), second -> line("run", place(second), "30%", "70%"));
    }

    private String mark(Dot dot) {
        String interval = "";
        String arrows = "";
        if (dot.low() != null) {
            arrows = arrow(dot.low()) + arrow(dot.high());
            interval = "<line class=\"interval\" x1=\"" + place(dot.low()) + "\" x2=\"" + place(dot.high()) + "\" y1=\""
                    + MIDDLE + "\" y2=\"" + MIDDLE + "\"/>";
        }
        // The interval is over the mark, so that a narrow interval is seen, too.
        return Html.of("g", dot.verdict(), arrows, at(place(dot.at()), "", DotTable.shape(dot.verdict())), interval);
    }

    private String arrow(double bound) {
        double share = rawPlace(bound);
        if (share >= MARGIN / 2 && share <= 1 - MARGIN / 2) {
            return "";
        }
        return at(place(bound), " class=\"arrow\"", share < MARGIN / 2 ? ARROW_LEFT : ARROW_RIGHT);
    }

    private static String at(String x, String attributes, String path) {
        return Html.element(
                "svg x=\"" + x + "\" y=\"" + MIDDLE + "\" class=\"mark\"",
                "<path" + attributes + " d=\"" + path + "\"/>");
    }

    /** Returns the labels of the axis. */
    String scale() {
        DoubleFunction<String> format = ofRatios ? value -> number(value) + "x" : DotAxis::duration;
        return Html.element(
                "svg class=\"plot\" width=\"100%\" height=\"24\" aria-hidden=\"true\"",
                labels.stream()
                        .map(label -> line(ofRatios && label == 1 ? "one" : "grid", percent(share(label)), "0", "5")
                                + Html.element(
                                        "text class=\"" + (wide.contains(label) ? "" : "near") + "\" x=\""
                                                + percent(share(label)) + "\" y=\"18\" text-anchor=\"middle\"",
                                        format.apply(label)))
                        .collect(Collectors.joining()));
    }

    private static String duration(double seconds) {
        return seconds >= 3600
                ? number(seconds / 3600) + " h"
                : seconds >= 60 ? number(seconds / 60) + " min" : number(seconds) + " s";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
