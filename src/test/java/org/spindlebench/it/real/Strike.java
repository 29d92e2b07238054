package org.spindlebench.it.real;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A kill.
 *
 * @param victim the processes that are killed
 * @param step the step of the run that is being made then; {@link #BEGIN} before a client's first run, {@link #END}
 *     after its last one
 */
record Strike(Victim victim, String step) {
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String PREPARE = "prepare";
    static final String COOL = "cool";
    static final String RUN = "run";
    static final String READ_BACK = "read-back";

    private static final List<String> STEPS_OF_RUNS =
            List.of(PREPARE, "settle", COOL, RUN, "flush", "collect", "verify", READ_BACK, "clean");

    /** An ApplicationMaster lives until some seconds after its job. Before the cooling, Spindle waits for its end. */
    private static final List<String> STEPS_OF_MASTERS = List.of(PREPARE, "settle", RUN, "flush", "collect", READ_BACK);

    /** What is killed. */
    enum Victim {
        CLIENT("client"),
        MASTER("ApplicationMaster"),
        PROBE("probe"),
        NODE_MANAGER("NodeManager");

        private final String label;

        Victim(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** Returns the steps at which such processes live. */
        private List<String> steps() {
            List<String> steps = new ArrayList<>(this == MASTER ? STEPS_OF_MASTERS : STEPS_OF_RUNS);
            if (this == CLIENT) {
                steps.addAll(List.of(BEGIN, END));
            }
            return steps;
        }
    }

    /** Returns each victim at each step at which it lives. */
    static List<Strike> all() {
        List<Strike> all = new ArrayList<>();
        for (Victim victim : Victim.values()) {
            victim.steps().forEach(step -> all.add(new Strike(victim, step)));
        }
        return all;
    }

    /** Returns a number of strikes in a random order. None is listed for the second time before all are listed once. */
    static List<Strike> shuffled(int number, Random random) {
        List<Strike> strikes = new ArrayList<>();
        while (strikes.size() < number) {
            List<Strike> round = all();
            Collections.shuffle(round, random);
            strikes.addAll(round);
        }
        return new ArrayList<>(strikes.subList(0, number));
    }

    /** Returns whether a run during which this strike falls must be made again. Otherwise it ends with a record. */
    boolean repeats() {
        return victim == Victim.CLIENT || victim == Victim.NODE_MANAGER;
    }

    @Override
    public String toString() {
        return victim.label() + " at " + step;
    }
}
