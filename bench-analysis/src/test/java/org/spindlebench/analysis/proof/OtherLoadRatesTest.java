package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.Processes;
import org.spindlebench.analysis.proof.OtherLoad.LoadObservation;

/** Counts how often idle clusters have other load, and how often a neighbour of half a core is missed. */
class OtherLoadRatesTest {
    private static final int RUNS = 20_000;

    /**
     * How many of 459 seconds the services of an idle host used 0, 1, ... hundredths of a thread, by the same looks at
     * {@code /proc}, while jobs ran on separate daemons of this host.
     */
    private static final int[] IDLE_SECONDS = {104, 222, 101, 28, 3, 0, 1};

    private final Random random = new Random(48);

    /** Returns the share of runs with other load. Clusters have up to 100 nodes, and one node has this neighbour. */
    private double found(DoubleSupplier neighbour) {
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            int seconds = 8 + random.nextInt(53);
            List<NodeLoad> nodes = new ArrayList<>();
            for (int node = 1 + random.nextInt(100); node > 0; node--) {
                double others = 0;
                for (int second = 0; second < seconds; second++) {
                    others += idle() + (node == 1 ? neighbour.getAsDouble() : 0);
                }
                nodes.add(node(seconds, others));
            }
            OtherLoad load = OtherLoad.of(new LoadObservation(nodes, null, null, null, null, null));
            found += Boolean.TRUE.equals(load.others()) ? 1 : 0;
        }
        return found / (double) RUNS;
    }

    private double idle() {
        int second = random.nextInt(459);
        int hundredths = 0;
        while (second >= IDLE_SECONDS[hundredths]) {
            second -= IDLE_SECONDS[hundredths];
            hundredths++;
        }
        return hundredths / 100.0;
    }

    private static NodeLoad node(int seconds, double others) {
        NodeLoad.CpuTime cpu = Nodes.cpu(2L, 0.9);
        return new NodeLoad(
                "n",
                Nodes.BEGIN,
                Nodes.BEGIN.plusSeconds(seconds),
                seconds + 1,
                cpu,
                null,
                null,
                null,
                null,
                null,
                null,
                new Processes(seconds, 1, 1, null, others));
    }

    @Test
    void at_most_two_per_cent_of_runs_on_idle_clusters_warn() {
        assertThat(found(() -> 0)).isLessThanOrEqualTo(0.02);
        assertThat(found(() -> idle() * 5)).as("five times the services").isLessThanOrEqualTo(0.02);
    }

    @Test
    void a_neighbour_of_half_a_core_is_found_also_where_busy_tasks_leave_it_less() {
        assertThat(found(() -> random.nextBoolean() ? 1 : 0)).isGreaterThanOrEqualTo(0.95);
        assertThat(found(() -> random.nextBoolean() ? random.nextDouble() : 0)).isGreaterThanOrEqualTo(0.95);
    }
}
