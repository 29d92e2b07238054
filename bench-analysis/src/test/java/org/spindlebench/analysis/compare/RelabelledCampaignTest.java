package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Noise;
import org.spindlebench.analysis.compare.SimulatedCampaign.Order;
import org.spindlebench.analysis.compare.SimulatedCampaign.Shape;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Gives the visits of a campaign their setups' names by chance, and counts how often a report claims a difference:
 * {@code mvn test -pl bench-analysis -Dtest=RelabelledCampaignTest -Dspindle.campaign=DIR}. DIR is the directory of a
 * campaign of two setups that are the same storage, as docs/simulation.md describes. Within each block the two names
 * stay, or change places.
 */
class RelabelledCampaignTest {
    private static final int ROUNDS = 2_000;
    private static final int FEW_ROUNDS = 500;
    private static final double LEVEL = 0.05;

    @Test
    @EnabledIfSystemProperty(named = "spindle.campaign", matches = ".+")
    void names_of_chance_are_told_apart_as_rarely_as_promised() throws IOException {
        List<RunRecord> records;
        try (Stream<RunRecord> read = Records.read(Path.of(System.getProperty("spindle.campaign")))) {
            records = read.toList();
        }
        List<String> setups =
                records.stream().map(each -> each.subject().setup()).distinct().toList();
        assertThat(setups).hasSize(2);
        for (String job :
                records.stream().map(each -> each.subject().job()).distinct().toList()) {
            List<RunRecord> ofJob = records.stream()
                    .filter(each -> each.subject().job().equals(job))
                    .toList();
            System.out.printf("%s alone: %.4f%n", job, claimed(ofJob, setups, ROUNDS));
        }
        double rate = claimed(records, setups, ROUNDS);
        System.out.printf("%d runs, %d relabellings: %.4f of screens claim%n", records.size(), ROUNDS, rate);
        // Holm's correction, and drifts that blocks even out, make reports more careful than promised, never less.
        assertThat(rate).isBetween(0.01, 0.065);
    }

    @Test
    void names_of_chance_of_simulated_runs_are_told_apart_as_rarely_as_promised() {
        Shape shape = new Shape(1, 1, 12, 1, 1);
        Noise noise = new Noise(Effect.NONE, Order.BLOCKS, false);
        List<String> setups = List.of(SimulatedCampaign.BASELINE, SimulatedCampaign.contender(0));
        double mean = IntStream.range(0, 20)
                .mapToDouble(seed -> claimed(
                        SimulatedCampaign.records(shape, noise, Truth.EQUAL, new Random(seed)),
                        setups,
                        FEW_ROUNDS / 10))
                .average()
                .orElseThrow();
        // 1,000 screens, of which 5 % claim: four standard errors.
        assertThat(mean).isBetween(LEVEL - 0.028, LEVEL + 0.028);
    }

    /** Returns the share of relabellings whose report claims a difference. */
    private static double claimed(List<RunRecord> records, List<String> setups, int rounds) {
        Random random = new Random(24);
        int blocks =
                records.stream().mapToInt(each -> each.position().block()).max().orElseThrow();
        ComparisonOptions options = ComparisonOptions.standard().against(setups.get(0));
        return IntStream.range(0, rounds)
                        .filter(round -> {
                            boolean[] swapped = new boolean[blocks + 1];
                            IntStream.rangeClosed(0, blocks).forEach(block -> swapped[block] = random.nextBoolean());
                            Runs runs = Runs.of(records.stream()
                                    .map(each -> swapped[each.position().block()] ? swapped(each, setups) : each));
                            return claims(Findings.of(runs, options));
                        })
                        .count()
                / (double) rounds;
    }

    private static RunRecord swapped(RunRecord run, List<String> setups) {
        int other = 1 - setups.indexOf(run.subject().setup());
        return run.labelled(setups.get(other), run.identity().campaign());
    }

    private static boolean claims(Findings findings) {
        return Stream.concat(
                        findings.comparisons().map(Comparison::isClaimed),
                        findings.suites().stream().map(SuiteFinding::isClaimed))
                .anyMatch(claimed -> claimed);
    }
}
