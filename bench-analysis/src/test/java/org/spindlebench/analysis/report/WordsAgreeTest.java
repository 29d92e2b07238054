package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Gate;
import org.spindlebench.analysis.compare.Measured;

/** Checks over random runs that one pair has one word, in every output. */
class WordsAgreeTest {
    /** Random data sets: -Dspindle.simulation.rounds=2000 makes more. */
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 200);

    private static final int PAGES = 5;
    private static final double[] RATIOS = {0.8, 1, 1, 1.02, 1.06, 1.5};
    private static final double[] CVS = {0.002, 0.01, 0.03, 0.1};
    private static final double[] MARGINS = {0.02, 0.05, 0.1};
    private static final Pattern CELLS = Pattern.compile(" \\| ");

    @TempDir
    private Path directory;

    @Test
    void one_pair_has_one_word_in_every_output() throws IOException {
        int claimed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            double margin = MARGINS[random.nextInt(MARGINS.length)];
            Findings findings = runs(random)
                    .findings(ComparisonOptions.standard()
                            .against("hdd")
                            .withMargin(margin)
                            .withConfidence(random.nextBoolean() ? 0.95 : 0.99));
            Answers answers = Answers.of(findings);
            List<Claim> claims = claims(answers);
            List<String> words = claims.stream().map(Claim::words).toList();
            assertThat(markdown(findings)).as("Markdown of %s", round).containsExactlyInAnyOrderElementsOf(words);
            assertThat(text(findings, words)).as("text of %s", round).isEqualTo(words.size());
            csv(findings, claims, round);
            json(findings, round);
            gate(findings, margin, round);
            if (round % (ROUNDS / PAGES) == 0) {
                page(findings, claims);
            }
            claimed += (int)
                    claims.stream().filter(claim -> claim.verdict().isClaimed()).count();
        }
        assertThat(claimed).as("claims that were made").isGreaterThan(ROUNDS / 2);
    }

    private static Measured runs(Random random) {
        Measured runs = new Measured();
        List<String> jobs = List.of("a", "b", "c").subList(0, 1 + random.nextInt(3));
        int contenders = 1 + random.nextInt(2);
        for (String compression : List.of("none", "snappy").subList(0, 1 + random.nextInt(2))) {
            runs.with("compression", compression);
            for (String job : jobs) {
                add(runs, random, job, "hdd", 1);
                for (int contender = 0; contender < contenders; contender++) {
                    add(runs, random, job, "ssd-" + contender, RATIOS[random.nextInt(RATIOS.length)]);
                }
            }
        }
        return runs;
    }

    private static void add(Measured runs, Random random, String job, String setup, double ratio) {
        double cv = CVS[random.nextInt(CVS.length)];
        int count = 1 + random.nextInt(6);
        for (int run = 0; run < count; run++) {
            runs.runs(job, setup, 100 / ratio * Math.exp(cv * random.nextGaussian()));
        }
    }

    /** Returns the claims of all rows, then those about all jobs together. */
    private static List<Claim> claims(Answers answers) {
        List<Claim> claims = new ArrayList<>();
        answers.rows().forEach(row -> row.answers().values().forEach(answer -> claims.add(answer.claim())));
        answers.together().values().forEach(together -> claims.add(together.claim()));
        return claims;
    }

    private static List<String> markdown(Findings findings) {
        return Reports.answerMarkdown(findings)
                .lines()
                .filter(line -> line.startsWith("| ") && line.contains(" | "))
                .map(CELLS::split)
                .filter(cells -> cells.length > 8 && !cells[1].contains("---") && !cells[8].equals("verdict"))
                .map(cells -> cells[8])
                .toList();
    }

    /** Returns the number of lines of the tables with their word. */
    private static int text(Findings findings, List<String> words) {
        List<String> lines = Reports.text(findings, false).lines().toList();
        List<String> left = new ArrayList<>(words);
        int header = -1;
        for (String line : lines) {
            if (line.contains("verdict") && line.contains("ratio")) {
                header = line.indexOf("verdict");
            } else if (line.isBlank()) {
                header = -1;
            } else if (header > 0 && line.length() > header && !line.startsWith("-")) {
                String cell = line.substring(header).split("  ", -1)[0].strip();
                assertThat(left.remove(cell)).as(cell + " in " + line).isTrue();
            }
        }
        return words.size() - left.size();
    }

    private static void csv(Findings findings, List<Claim> claims, int round) {
        List<List<String>> rows = Reports.answerCsv(findings)
                .lines()
                .map(line -> Arrays.asList(line.split(",", -1)))
                .toList();
        int verdict = rows.get(0).indexOf("verdict");
        assertThat(rows.stream().skip(1).map(row -> row.get(verdict)))
                .as("CSV of %s", round)
                .containsExactlyElementsOf(verdicts(claims));
    }

    private static List<String> verdicts(List<Claim> claims) {
        return claims.stream().map(claim -> claim.verdict().word()).toList();
    }

    private static void json(Findings findings, int round) throws IOException {
        JsonNode report = new ObjectMapper().readTree(Reports.json(findings));
        assertThat(words(report.get("comparisons")).toList())
                .as("comparisons of %s", round)
                .containsExactlyInAnyOrderElementsOf(
                        verdicts(findings.comparisons().map(one -> one.claim()).toList()));
    }

    private static Stream<String> words(JsonNode rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.get("verdict").asText());
    }

    /** A job that is beyond the margin is neither faster nor the same, and one that is slower by more is not within. */
    private static void gate(Findings findings, double margin, int round) {
        Gate.of(findings, margin).jobs().forEach(job -> {
            Claim pair = job.comparison().claim();
            if (job.verdict() == Verdict.BEYOND) {
                assertThat(pair.verdict()).as("gate of %s", round).isIn(Verdict.SLOWER, Verdict.UNDECIDED);
            }
            if (pair.isSmall() || pair.verdict() == Verdict.SAME) {
                assertThat(job.verdict()).as("gate of %s", round).isNotEqualTo(Verdict.BEYOND);
            }
        });
    }

    private void page(Findings findings, List<Claim> claims) throws IOException {
        Reports.write(directory, findings);
        String page = Files.readString(directory.resolve("report.html"));
        claims.stream().filter(claim -> claim.about().kind().equals("job")).forEach(claim -> assertThat(page)
                .contains(Sentence.says(claim)));
    }
}
