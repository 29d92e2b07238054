package org.spindlebench.analysis.compare;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.compare.SuiteFinding.PooledFinding;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.OmittedValues;

/**
 * The answer at a glance: a row for each job, and for each choice of the settings in which runs of one job differ. A row
 * has one answer for each contender. The terminal's table and the first screen of the HTML report show these rows.
 *
 * @param baseline the setup that all others are compared with; null if there is only one
 * @param contenders the contenders of at least one answer: by number of rows, most first, then as in the findings
 * @param shared the settings that all rows share
 * @param rows the rows, by job in the order of a suite, then by settings; empty if nothing could be compared
 * @param together all rows of each contender together, by contender. A contender with a single row, with very many
 *     rows, or with an answer over many settings has none
 */
public record Answers(
        String baseline,
        List<String> contenders,
        SortedMap<String, String> shared,
        List<AnswerRow> rows,
        Map<String, Together> together) {
    /**
     * The durations of one side, or other values.
     *
     * @param mean the mean of the values, in seconds for durations
     * @param cv standard deviation / mean of single runs; null for a single run
     * @param n the number of observations
     * @param unit the unit of the observations: runs, visits or blocks
     */
    public record DurationSummary(Quantity quantity, double mean, Double cv, int runs, int n, Comparison.Unit unit) {
        static DurationSummary of(CellSummary cell) {
            return new DurationSummary(
                    cell.quantity(),
                    cell.observations().mean(),
                    OmittedValues.orNull(cell.elapsed().cv()),
                    cell.runs().size(),
                    cell.observations().n(),
                    cell.sample().visits().isEmpty() ? Comparison.Unit.RUN : Comparison.Unit.VISIT);
        }

        /** Writes a value of this side, such as {@code 409.3 s}, in the unit that fits another value. */
        public String text(double value, double like) {
            return quantity.isSeconds() ? HumanText.seconds(value, like) : String.format(Locale.ROOT, "%.3f", value);
        }
    }

    /**
     * How one contender compares in a row.
     *
     * @param comparison the comparison from which the answer comes; null if many settings are matched
     * @param matched the answer over many settings; null if there is only one comparison
     */
    public record Answer(Comparison comparison, MatchedFinding matched) {
        public Claim claim() {
            return matched == null ? comparison.claim() : matched.claim();
        }

        public String contender() {
            return claim().about().contender();
        }

        /** Returns the baseline's durations; null if many settings are matched. */
        public DurationSummary baseline() {
            return comparison == null ? null : DurationSummary.of(comparison.baseline());
        }

        /** Returns the contender's durations; null if many settings are matched. */
        public DurationSummary mean() {
            return comparison == null ? null : DurationSummary.of(comparison.contender());
        }
    }

    /**
     * A job with the settings that distinguish it from other rows of the same job.
     *
     * @param settings the distinguishing settings; empty if the job has one row
     * @param across settings in which the compared sides differ
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
        public DurationSummary baseline() {
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
     * @param claim about the geometric mean of speed-ups
     * @param rows the number of rows that the claim covers
     */
    public record Together(Claim claim, int rows) {}

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
                .put(one.contenderName(), new Answer(null, one)));
        all.forEach(one -> rows.computeIfAbsent(
                        new Key(one.job(), one.settings(), one.across()), key -> new LinkedHashMap<>())
                .put(one.contenderSetup(), new Answer(one, null)));
        Map<String, SortedMap<String, String>> everywhere = all.stream()
                .collect(Collectors.groupingBy(
                        Comparison::job,
                        Collectors.collectingAndThen(
                                Collectors.mapping(Comparison::settings, Collectors.toList()),
                                settings -> new TreeMap<>(SharedSettings.of(settings)))));
        // If one row is over many settings, the other rows name the settings that they have.
        findings.matched().forEach(one -> Optional.ofNullable(everywhere.get(one.job()))
                .ifPresent(settings -> settings.keySet().removeAll(one.varied())));
        List<AnswerRow> made = rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Key::job, JobOrder.OF_JOBS)
                        .thenComparing(Key::settings, ValueOrder.OF_SETTINGS)))
                .map(row -> new AnswerRow(
                        row.getKey().job(),
                        SharedSettings.without(
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
                SharedSettings.of(
                        findings.comparisons().map(Comparison::settings).toList()),
                made,
                together);
    }

    private static Together together(Findings findings, String contender) {
        List<Family> families = findings.families().stream()
                .filter(family -> family.contender().equals(contender) && family.isOfDurations())
                .toList();
        if (findings.isMatched(contender)) {
            return null;
        }
        if (families.size() == 1) {
            int rows = suite(findings, families.get(0)).jobs().size();
            return rows < 2 || rows > PooledFinding.MOST_ROWS
                    ? null
                    : new Together(suite(findings, families.get(0)).claim(), rows);
        }
        return findings.pooled().stream()
                .filter(pooled -> pooled.contenderName().equals(contender))
                .map(pooled -> new Together(
                        depends(findings, contender) ? pooled.claim().open(Reason.DEPENDS) : pooled.claim(),
                        pooled.rows()))
                .findFirst()
                .orElse(null);
    }

    /** Checks whether an interaction between comparisons with different verdicts is claimed. */
    private static boolean depends(Findings findings, String contender) {
        return findings.interactions().stream()
                .anyMatch(one -> one.contenderName().equals(contender)
                        && one.claim().verdict().isDifference()
                        && verdict(findings, one.first()) != verdict(findings, one.second()));
    }

    /** Returns the corrected verdict on the cells of a comparison. */
    private static Verdict verdict(Findings findings, Comparison one) {
        return findings.comparisons()
                .filter(other -> other.baseline()
                                .subject()
                                .equals(one.baseline().subject())
                        && other.contender().subject().equals(one.contender().subject()))
                .map(other -> other.claim().verdict())
                .findFirst()
                .orElse(Verdict.UNDECIDED);
    }

    private static SuiteFinding suite(Findings findings, Family family) {
        return findings.suites().get(findings.families().indexOf(family));
    }

    /**
     * Returns a contender's answers about times in the order of the rows. A slow-down is not a time: it falls if jobs
     * become slower alone.
     */
    public List<Answer> of(String contender) {
        return rows.stream()
                .map(row -> row.answers().get(contender))
                .filter(answer ->
                        answer != null && !answer.claim().about().quantity().equals(Quantity.SLOW_DOWN.word()))
                .toList();
    }

    /** Checks whether a job has several rows. */
    public boolean severalPerJob() {
        return rows.stream().map(AnswerRow::job).distinct().count() < rows.size();
    }
}
