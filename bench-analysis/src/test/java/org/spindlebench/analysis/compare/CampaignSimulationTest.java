package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.compare.SimulationTally.Promise;

/**
 * Counts over simulated campaigns how often a report claims what is not so, and how often it finds what is so:
 * {@code mvn test -Psimulation -pl bench-analysis -Dtest=CampaignSimulationTest}. Seeds are fixed.
 * {@code -Dspindle.simulation.rounds=500} makes a quick trial. {@code -Dspindle.simulation.only=4x3} runs only designs
 * with that text in their names. {@code -Dspindle.documents=write} writes the table into docs/evidence/simulation.md.
 */
class CampaignSimulationTest {
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 10_000);
    private static final int FEW_ROUNDS = 250;
    private static final int THREADS = 2;
    private static final Path DOCUMENT = Path.of("..", "docs", "evidence", "simulation.md");
    private static final String TABLE = "## The table\n\n";
    private static final String UNEVEN = "## Unequal numbers in whole reports\n\n";

    @Test
    @EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
    void reports_keep_their_promises() throws IOException, InterruptedException, ExecutionException {
        List<SimulationTally> tallies = counted(SimulatedDesign.all());
        if ("write".equals(System.getProperty("spindle.documents"))) {
            String document = Files.readString(DOCUMENT);
            String head = document.substring(0, document.indexOf(TABLE) + TABLE.length());
            Files.writeString(DOCUMENT, head + SimulationTable.of(tallies, ROUNDS));
        }
        assertThat(tallies.stream().flatMap(SimulationTally::broken)).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
    void reports_on_unequal_numbers_keep_them() throws IOException, InterruptedException, ExecutionException {
        List<SimulationTally> tallies = counted(SimulatedDesign.uneven());
        if ("write".equals(System.getProperty("spindle.documents"))) {
            String document = Files.readString(DOCUMENT);
            String head = document.substring(0, document.indexOf(UNEVEN) + UNEVEN.length());
            String tail = document.substring(document.indexOf(TABLE));
            Files.writeString(DOCUMENT, head + SimulationTable.of(tallies, ROUNDS) + "\n" + tail);
        }
        assertThat(tallies.stream().flatMap(SimulationTally::broken)).isEmpty();
    }

    private static List<SimulationTally> counted(List<SimulatedDesign> designs)
            throws InterruptedException, ExecutionException {
        String only = System.getProperty("spindle.simulation.only", "");
        List<SimulationTally> tallies = new ArrayList<>();
        for (SimulatedDesign design : designs) {
            if (design.name().contains(only)) {
                SimulationTally tally = count(design, ROUNDS);
                System.out.println(SimulationTable.row(tally));
                tallies.add(tally);
            }
        }
        return tallies;
    }

    @Test
    void a_few_campaigns_keep_them_too() throws InterruptedException, ExecutionException {
        List<SimulatedDesign> few = List.of(
                SimulatedDesign.of("1x5", 1, Effect.COMMON, Truth.EQUAL),
                SimulatedDesign.of("5x1", 7, Effect.COMMON, Truth.EQUAL),
                SimulatedDesign.of("6x1", 1, Effect.COMMON, Truth.AT_LIMIT).asking(),
                SimulatedDesign.of("4x3", 1, Effect.COMMON, Truth.OPPOSITE_DIFFERENCE)
                        .values(2)
                        .asking(),
                SimulatedDesign.of("6x1", 1, Effect.COMMON, Truth.PLANTED));
        List<SimulationTally> tallies = new ArrayList<>();
        for (SimulatedDesign design : few) {
            tallies.add(count(design, FEW_ROUNDS));
        }
        assertThat(tallies.stream().flatMap(SimulationTally::broken)).isEmpty();
        // A report that says nothing would keep all other promises.
        assertThat(tallies.get(4).rate(Promise.DETECTED)).isGreaterThan(0.8);
        assertThat(tallies.get(2).rate(Promise.GATE_4)).isGreaterThan(0);
    }

    @Test
    void the_document_has_a_row_of_every_design() throws IOException {
        List<String> rows = Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(2, line.indexOf(" |", 2)))
                .toList();
        List<String> designs =
                SimulatedDesign.all().stream().map(SimulatedDesign::name).toList();
        assertThat(designs).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(60);
        assertThat(rows.subList(rows.size() - designs.size(), rows.size())).isEqualTo(designs);
    }

    private static SimulationTally count(SimulatedDesign design, int rounds)
            throws InterruptedException, ExecutionException {
        ForkJoinPool pool = new ForkJoinPool(THREADS);
        try {
            return pool.submit(() -> IntStream.range(0, rounds)
                            .parallel()
                            .collect(
                                    () -> new SimulationTally(design),
                                    (all, round) -> all.add(design.findings(random(design, round))),
                                    SimulationTally::addAll))
                    .get();
        } finally {
            pool.shutdown();
        }
    }

    /** Returns different numbers for each design and round, but the same ones every time; mixed as in SplitMix64. */
    private static Random random(SimulatedDesign design, int round) {
        long seed = design.name().hashCode() + 0x9e3779b97f4a7c15L * round;
        seed = (seed ^ (seed >>> 30)) * 0xbf58476d1ce4e5b9L;
        seed = (seed ^ (seed >>> 27)) * 0x94d049bb133111ebL;
        return new Random(seed ^ (seed >>> 31));
    }
}
