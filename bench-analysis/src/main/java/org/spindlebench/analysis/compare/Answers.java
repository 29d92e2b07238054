package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Comparison.Difference;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The answer at a glance: a row for each job, and for each choice of the settings in which runs of one job differ. A row
 * has one answer for each contender. The terminal's table and the first screen of the HTML report show these rows.
 *
 * @param baseline the setup that all others are compared with; null if there is only one
 * @param contenders the contenders of at least one answer: by number of rows, most first, then as in the findings
 * @param shared the settings that all rows share
 * @param rows the rows, by job in the order of a suite, then by settings; empty if nothing could be compared
 * @param together all rows of each contender together, by contender. A contender with a single row, with very many, or
 *     with many settings matched has none
 */
public record Answers(
        String baseline,
        List<String> contenders,
        SortedMap<String, String> shared,
        List<AnswerRow> rows,
        Map<String, Together> together) {
    /** The most comparisons of one contender that have a mean over all of them. */
    private static final int MOST_TOGETHER = 1000;

    /** What the runs say about a contender. */
    public enum Verdict {
        /** It is faster, even after the correction for all claims. */
        FASTER("faster"),
        /** It is slower, even after the correction for all claims. */
        SLOWER("slower"),
        /** The interval contains 1. */
        NO_DIFFERENCE("no difference"),
        /** The runs allow no verdict. */
        UNKNOWN("not known");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** Returns the verdict in words for people and programs. */
        public String word() {
            return word;
        }
    }

    /** Why the runs allow no verdict. */
    public enum Reason {
        /** A side has a single run. */
        ONE_RUN("one run only"),
        /** A side was visited once, so nothing separates the effect of the setup from that of time. */
        ONE_VISIT("one visit only"),
        /** There are too few runs, or they vary too much, for an interval. */
        TOO_FEW("too few runs"),
        /** All runs of a side took equally long, so nothing can be tested. */
        NO_VARIATION("no variation"),
        /** The contender is faster under some settings, and under others it is not. */
        DEPENDS("depends on settings"),
        /** The interval leaves out 1, but among all claims of the report that may be chance. */
        MAY_BE_CHANCE("may be chance");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** Returns the reason in a few words. */
        public String word() {
            return word;
        }

        private static Reason of(SpeedUp.Basis basis) {
            return switch (basis) {
                case INTERVAL -> MAY_BE_CHANCE;
                case SINGLE_RUN -> ONE_RUN;
                case CONFOUNDED_WITH_TIME -> ONE_VISIT;
                case NO_VARIATION -> NO_VARIATION;
                case UNBOUNDED -> TOO_FEW;
            };
        }
    }

    /**
     * A speed-up with its verdict.
     *
     * @param interval null if there is none
     * @param reason why there is no verdict; null if there is one
     */
    public record Judged(double speedUp, Interval interval, Verdict verdict, Reason reason) {
        private static Judged of(double ratio, Optional<Interval> interval, SpeedUp.Basis basis, boolean claimed) {
            Interval bounds = interval.orElse(null);
            if (claimed) {
                return new Judged(ratio, bounds, ratio > 1 ? Verdict.FASTER : Verdict.SLOWER, null);
            }
            return bounds != null && bounds.contains(1)
                    ? new Judged(ratio, bounds, Verdict.NO_DIFFERENCE, null)
                    : new Judged(ratio, bounds, Verdict.UNKNOWN, Reason.of(basis));
        }

        private static Judged of(Comparison one) {
            SpeedUp speedUp = one.speedUp();
            return of(speedUp.ratio(), speedUp.interval(), speedUp.basis(), one.isClaimed());
        }

        private Judged because(Reason why) {
            return new Judged(speedUp, interval, Verdict.UNKNOWN, why);
        }
    }

    /**
     * The durations of one side.
     *
     * @param mean mean duration in seconds
     * @param cv standard deviation / mean of single runs; null for a single run
     * @param n the number of observations
     * @param unit what one observation is
     */
    public record Side(double mean, Double cv, int runs, int n, Comparison.Unit unit) {
        static Side of(CellSummary cell) {
            return new Side(
                    cell.observations().mean(),
                    Absent.orNull(cell.elapsed().cv()),
                    cell.runs().size(),
                    cell.observations().n(),
                    cell.sample().visits().isEmpty() ? Comparison.Unit.RUN : Comparison.Unit.VISIT);
        }
    }

    /**
     * How one contender compares in a row. It is from one comparison, or from many settings matched.
     *
     * @param baseline the baseline's durations; null if many settings are matched
     * @param mean the contender's durations; null if many settings are matched
     * @param comparison the comparison that the answer is from; null if many settings are matched
     * @param matched the answer over many settings; null if there is one comparison
     */
    public record Answer(
            String contender,
            Side baseline,
            Side mean,
            Judged judged,
            List<Warning> warnings,
            Comparison comparison,
            MatchedFinding matched) {
        private static Answer of(Comparison one) {
            return new Answer(
                    one.contenderSetup(),
                    Side.of(one.baseline()),
                    Side.of(one.contender()),
                    Judged.of(one),
                    one.warnings(),
                    one,
                    null);
        }

        private static Answer of(MatchedFinding one) {
            return new Answer(
                    one.contender(),
                    null,
                    null,
                    Judged.of(
                            one.ratio(),
                            one.interval(),
                            one.interval().isPresent() ? SpeedUp.Basis.INTERVAL : SpeedUp.Basis.UNBOUNDED,
                            one.isClaimed()),
                    List.of(),
                    null,
                    one);
        }
    }

    /**
     * A job with the settings that distinguish it from other rows of the same job.
     *
     * @param settings the distinguishing settings; empty if the job has one row
     * @param across the settings in which the sides differ although they are compared
     * @param answers the answers by contender; a contender that was not compared is missing
     */
    public record AnswerRow(
            String job,
            SortedMap<String, String> settings,
            SortedMap<String, Difference> across,
            Map<String, Answer> answers) {
        public AnswerRow {
            answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
        }

        /** Returns the baseline's durations, which are equal for all contenders; null if settings are matched. */
        public Side baseline() {
            return answers.values().stream()
                    .map(Answer::baseline)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * All rows of one contender together.
     *
     * @param judged the geometric mean of speed-ups
     * @param rows the number of rows that it covers
     */
    public record Together(Judged judged, int rows) {}

    public Answers {
        contenders = List.copyOf(contenders);
        rows = List.copyOf(rows);
        together = Collections.unmodifiableMap(new LinkedHashMap<>(together));
    }

    private record Key(String job, SortedMap<String, String> settings, SortedMap<String, Difference> across) {}

    /** Takes the rows from findings. */
    public static Answers of(Findings findings) {
        List<Comparison> all = findings.unmatched();
        Map<Key, Map<String, Answer>> rows = new LinkedHashMap<>();
        findings.matched().forEach(one -> rows.computeIfAbsent(
                        new Key(one.job(), new TreeMap<>(), new TreeMap<>()), key -> new LinkedHashMap<>())
                .put(one.contender(), Answer.of(one)));
        all.forEach(one -> rows.computeIfAbsent(
                        new Key(one.job(), one.settings(), one.across()), key -> new LinkedHashMap<>())
                .put(one.contenderSetup(), Answer.of(one)));
        Map<String, SortedMap<String, String>> everywhere = all.stream()
                .collect(Collectors.groupingBy(
                        Comparison::job,
                        Collectors.collectingAndThen(
                                Collectors.mapping(Comparison::settings, Collectors.toList()),
                                settings -> new TreeMap<>(shared(settings)))));
        // Next to a row over many settings, the others say which of these they have.
        findings.matched().forEach(one -> Optional.ofNullable(everywhere.get(one.job()))
                .ifPresent(settings -> settings.keySet().removeAll(one.varied())));
        List<AnswerRow> made = rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Key::job, JobOrder.OF_JOBS)
                        .thenComparing(Key::settings, ValueOrder.OF_SETTINGS)))
                .map(row -> new AnswerRow(
                        row.getKey().job(),
                        without(
                                row.getKey().settings(),
                                everywhere.getOrDefault(row.getKey().job(), new TreeMap<>())),
                        row.getKey().across(),
                        row.getValue()))
                .toList();
        List<String> contenders = findings.comparisons()
                .map(Comparison::contenderSetup)
                .distinct()
                .sorted(Comparator.comparingLong(contender -> -made.stream()
                        .filter(row -> row.answers().containsKey(contender))
                        .count()))
                .toList();
        Map<String, Together> together = new LinkedHashMap<>();
        contenders.forEach(contender ->
                Optional.ofNullable(together(findings, contender)).ifPresent(one -> together.put(contender, one)));
        return new Answers(
                findings.baseline(),
                contenders,
                shared(findings.comparisons().map(Comparison::settings).toList()),
                made,
                together);
    }

    /** Returns the settings that all of these maps have. The result may be one of them, so nobody may change it. */
    static SortedMap<String, String> shared(Collection<SortedMap<String, String>> all) {
        List<SortedMap<String, String>> distinct = all.stream().distinct().toList();
        if (distinct.size() == 1) {
            return distinct.get(0);
        }
        SortedMap<String, String> shared = new TreeMap<>(distinct.isEmpty() ? Map.of() : distinct.get(0));
        distinct.forEach(
                one -> shared.entrySet().removeIf(entry -> !Objects.equals(entry.getValue(), one.get(entry.getKey()))));
        return shared;
    }

    static SortedMap<String, String> without(Map<String, String> settings, Map<String, String> shared) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(shared.keySet());
        return rest;
    }

    private static Together together(Findings findings, String contender) {
        List<Family> families = findings.families().stream()
                .filter(family -> family.contender().equals(contender))
                .toList();
        List<Comparison> all = families.stream()
                .flatMap(family -> family.comparisons().stream())
                .toList();
        if (all.size() < 2 || all.size() > MOST_TOGETHER || findings.isMatched(contender)) {
            return null;
        }
        if (families.size() == 1) {
            int rows = suite(findings, families.get(0)).jobs().size();
            return rows < 2 ? null : new Together(judged(findings, families.get(0)), rows);
        }
        return together(findings, families, all);
    }

    /**
     * Returns the mean over several families. It makes no claim of its own: a contender is faster over all families if
     * it is claimed to be faster in each.
     */
    private static Together together(Findings findings, List<Family> families, List<Comparison> all) {
        List<VisitedPair> samples = all.stream().map(Comparison::samples).toList();
        Between between = samples.stream().anyMatch(VisitedPair::needsBetween)
                ? findings.options()
                        .between()
                        .of(all.stream().map(Comparison::baseline).toList())
                : null;
        SuiteRatio ratio = SuiteRatio.of(samples, findings.options().confidence(), between);
        Verdict direction = ratio.geometricMean() > 1 ? Verdict.FASTER : Verdict.SLOWER;
        List<Judged> each =
                families.stream().map(family -> judged(findings, family)).toList();
        Judged judged = Judged.of(
                ratio.geometricMean(),
                ratio.interval(),
                ratio.contrast().basis(),
                each.stream().allMatch(one -> one.verdict() == direction));
        return new Together(
                judged.reason() == Reason.MAY_BE_CHANCE ? judged.because(reason(each)) : judged,
                all.size() - ratio.leftOut().size());
    }

    /** Returns why families allow no verdict on all of them: they contradict each other, or one of them allows none. */
    private static Reason reason(List<Judged> each) {
        long verdicts = each.stream()
                .map(Judged::verdict)
                .filter(verdict -> verdict != Verdict.UNKNOWN)
                .distinct()
                .count();
        return verdicts > 1
                ? Reason.DEPENDS
                : each.stream()
                        .map(Judged::reason)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(Reason.MAY_BE_CHANCE);
    }

    private static SuiteFinding suite(Findings findings, Family family) {
        return findings.suites().get(findings.families().indexOf(family));
    }

    /** Judges a family's jobs together. */
    private static Judged judged(Findings findings, Family family) {
        if (family.comparisons().size() == 1) {
            return Judged.of(family.comparisons().get(0));
        }
        SuiteRatio ratio = suite(findings, family).ratio();
        return Judged.of(
                ratio.geometricMean(),
                ratio.interval(),
                ratio.contrast().basis(),
                suite(findings, family).isClaimed());
    }

    /** Returns a contender's answers in the order of the rows. */
    public List<Answer> of(String contender) {
        return rows.stream()
                .map(row -> row.answers().get(contender))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Checks whether a job has several rows. */
    public boolean severalPerJob() {
        return rows.stream().map(AnswerRow::job).distinct().count() < rows.size();
    }
}
