package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.compare.SimulationTally.Promise;

/**
 * How often a report claims what is not so, and finds what is, counted over simulated campaigns: {@code mvn test -Psimulation -pl bench-analysis
 * -Dtest=CampaignSimulationTest}. Seeds are fixed. With {@code -Dspindle.simulation.rounds=500} it is tried; with
 * {@code -Dspindle.documents=write} it writes docs/simulation.md.
 */
class CampaignSimulationTest {
    private static final String COMMAND = "mvn test -Psimulation -pl bench-analysis -Dtest=CampaignSimulationTest";
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 10_000);
    private static final int THREADS = 2;

    @Test
    @EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
    void a_report_keeps_its_promises() throws Exception {
        String only = System.getProperty("spindle.simulation.only", "");
        List<SimulationTally> tallies = new ArrayList<>();
        for (SimulatedDesign design : SimulatedDesign.all()) {
            if (SimulationTable.name(design).contains(only)) {
                SimulationTally tally = count(design, ROUNDS);
                System.out.println("simulation: " + SimulationTable.row(tally));
                tallies.add(tally);
            }
        }
        if ("write".equals(System.getProperty("spindle.documents"))) {
            Files.writeString(document(), SimulationTable.document(tallies, ROUNDS, COMMAND));
        }
        assertThat(tallies.stream().flatMap(SimulationTally::broken)).isEmpty();
    }

    static SimulationTally count(SimulatedDesign design, int rounds) throws Exception {
        long began = System.nanoTime();
        ForkJoinPool pool = new ForkJoinPool(THREADS);
        try {
            SimulationTally tally = pool.submit(() -> IntStream.range(0, rounds)
                            .parallel()
                            .collect(
                                    () -> new SimulationTally(design),
                                    (all, round) -> all.add(design.findings(random(design, round))),
                                    SimulationTally::addAll))
                    .get();
            tally.took((System.nanoTime() - began) / 1e9);
            return tally;
        } finally {
            pool.shutdown();
        }
    }

    private static Path document() {
        return Path.of("..", "docs", "simulation.md");
    }

    /** Other numbers for each design and round, and the same ones every time. */
    private static Random random(SimulatedDesign design, int round) {
        long seed = 31L * SimulationTable.name(design).hashCode() + 0x9e3779b97f4a7c15L * round;
        seed = (seed ^ (seed >>> 30)) * 0xbf58476d1ce4e5b9L;
        seed = (seed ^ (seed >>> 27)) * 0x94d049bb133111ebL;
        return new Random(seed ^ (seed >>> 31));
    }
}
