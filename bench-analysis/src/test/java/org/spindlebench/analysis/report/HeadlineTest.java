package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.Together;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;

/** Walks all combinations of row verdicts, for one and two contenders: the first sentence is the table's verdict. */
class HeadlineTest {
    private static final double[] BASELINE = {100, 100.4, 99.6, 100.2, 99.8};
    private static final List<String> JOBS = List.of("a", "b", "c");
    private static final Pattern BARE = Pattern.compile("\\dx(?! \\[)");

    /** Durations that give a row each verdict against {@link #BASELINE}. */
    private static final Map<Verdict, double[]> ROWS = new TreeMap<>(Map.of(
            Verdict.FASTER, new double[] {80, 80.4, 79.6, 80.2, 79.8},
            Verdict.SLOWER, new double[] {125, 125.4, 124.6, 125.2, 124.8},
            Verdict.SAME, new double[] {100.1, 100.5, 99.7, 100.3, 99.9},
            Verdict.UNDECIDED, new double[] {80, 130, 95, 120, 75}));

    /** Returns every list of that many verdicts. */
    private static List<List<Verdict>> combinations(int rows) {
        List<List<Verdict>> all = List.of(List.of());
        for (int row = 0; row < rows; row++) {
            all = all.stream()
                    .flatMap(one -> ROWS.keySet().stream().map(next -> {
                        List<Verdict> longer = new ArrayList<>(one);
                        longer.add(next);
                        return longer;
                    }))
                    .toList();
        }
        return all;
    }

    private static Findings findings(Map<String, List<Verdict>> contenders) {
        Measured runs = new Measured();
        JOBS.forEach(job -> runs.runs(job, "hdd", BASELINE));
        contenders.forEach((contender, verdicts) -> IntStream.range(0, verdicts.size())
                .forEach(row -> runs.runs(JOBS.get(row), contender, ROWS.get(verdicts.get(row)))));
        return runs.findings();
    }

    private static Claim judged(Answers answers, String contender) {
        Together together = answers.together().get(contender);
        return together == null ? answers.of(contender).get(0).claim() : together.claim();
    }

    private static List<Verdict> verdicts(Answers answers, String contender) {
        return answers.of(contender).stream()
                .map(Answer::claim)
                .map(Claim::verdict)
                .toList();
    }

    /** Returns the words that a part of the sentence says about one contender. */
    private static String words(Claim claim, String contender, String part) {
        return part.contains("undecided whether") || part.contains(contender + " is undecided")
                ? "undecided"
                : part.contains("as fast within") || part.contains("as fast as hdd within")
                        ? "same"
                        : part.contains(contender + " is faster")
                                ? "faster"
                                : part.contains(contender + " is slower") ? "slower" : "nothing about " + claim;
    }

    private static void check(String sentence, String part, Answers answers, String contender) {
        Claim judged = judged(answers, contender);
        List<Verdict> rows = verdicts(answers, contender);
        assertThat(words(judged, contender, part))
                .as(sentence)
                .isEqualTo(judged.verdict().word());
        if (rows.size() > 1 && !judged.verdict().isDifference()) {
            Map<Verdict, Long> counts =
                    rows.stream().collect(Collectors.groupingBy(one -> one, TreeMap::new, Collectors.counting()));
            counts.forEach((verdict, count) -> {
                if (verdict.isDifference()) {
                    assertThat(part)
                            .as(sentence)
                            .contains(verdict.word() + " in " + (count == rows.size() ? "all " : "") + count);
                }
            });
        }
    }

    @Test
    void of_one_contender_it_is_the_verdict_of_the_table() {
        for (int rows = 1; rows <= 3; rows++) {
            for (List<Verdict> verdicts : combinations(rows)) {
                Findings findings = findings(Map.of("ssd", verdicts));
                Answers answers = Answers.of(findings);
                String sentence = VerdictText.of(findings, answers);

                assertThat(verdicts(answers, "ssd"))
                        .as("the rows are what they should be")
                        .isEqualTo(verdicts);
                check(sentence, sentence, answers, "ssd");
                assertThat(sentence).doesNotContainIgnoringCase("no difference").doesNotContainPattern(BARE);
                assertThat(sentence.contains("undecided whether"))
                        .isEqualTo(judged(answers, "ssd").verdict() == Verdict.UNDECIDED);
            }
        }
    }

    @Test
    void of_two_contenders_each_has_its_verdict_over_the_same_jobs_or_with_its_own_count() {
        for (int rows = 1; rows <= 2; rows++) {
            for (List<Verdict> first : combinations(rows)) {
                for (List<Verdict> second : combinations(2)) {
                    Findings findings = findings(new TreeMap<>(Map.of("nvme", first, "ssd", second)));
                    Answers answers = Answers.of(findings);
                    String sentence = VerdictText.of(findings, answers);

                    assertThat(sentence)
                            .doesNotContainIgnoringCase("no difference")
                            .doesNotContainPattern(BARE);
                    if (sentence.startsWith("It is undecided whether one of 2 contenders")) {
                        assertThat(first).containsOnly(Verdict.UNDECIDED);
                        assertThat(second).containsOnly(Verdict.UNDECIDED);
                        continue;
                    }
                    String[] parts = sentence.split("; (?=nvme|ssd)");
                    assertThat(parts).as(sentence).hasSize(2);
                    for (String part : parts) {
                        String contender = part.contains("nvme") ? "nvme" : "ssd";
                        check(sentence, part, answers, contender);
                        assertThat(part.contains("alone"))
                                .as(sentence)
                                .isEqualTo(contender.equals("nvme") && rows == 1);
                    }
                }
            }
        }
    }
}
