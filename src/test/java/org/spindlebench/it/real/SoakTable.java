package org.spindlebench.it.real;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What strikes did: how often each fell, and what went wrong with the runs that they hit. */
final class SoakTable {
    private final Map<Strike, Integer> strikes = new HashMap<>();
    private final Map<Strike, Map<Fault, Integer>> faults = new HashMap<>();
    private final Map<Fault, Integer> without = new EnumMap<>(Fault.class);
    private final List<String> said = new ArrayList<>();

    /** What must never happen. */
    enum Fault {
        /** A planned run has no record that counts, or one that a strike does not explain. */
        LOST,
        /** A planned run has two records that count, or two runs have the same application. */
        COUNTED_TWICE,
        /** A run is valid although it was struck while its job ran. */
        WRONGLY_VALID,
        /** A run was made again although it was finished, or more often than it was struck. */
        REPEATED_WITHOUT_NEED
    }

    void struck(Strike strike) {
        strikes.merge(strike, 1, Integer::sum);
    }

    int struck() {
        return strikes.values().stream().mapToInt(Integer::intValue).sum();
    }

    int times(Strike strike) {
        return strikes.getOrDefault(strike, 0);
    }

    /** Adds a fault of a run. It counts for each strike that fell on the run. */
    void fault(Fault fault, List<Strike> on, String what) {
        said.add(fault + ": " + what);
        for (Strike strike : on) {
            faults.computeIfAbsent(strike, any -> new EnumMap<>(Fault.class)).merge(fault, 1, Integer::sum);
        }
        if (on.isEmpty()) {
            without.merge(fault, 1, Integer::sum);
        }
    }

    /** Returns a description of every fault. */
    List<String> faults() {
        return List.copyOf(said);
    }

    String text() {
        StringBuilder text = new StringBuilder(line(
                "victim", "step", "strikes", "runs lost", "counted twice", "wrongly valid", "repeated without need"));
        for (Strike strike : Strike.all()) {
            text.append(
                    row(strike.victim().label(), strike.step(), times(strike), faults.getOrDefault(strike, Map.of())));
        }
        for (Strike strike : strikes.keySet()) {
            if (!Strike.all().contains(strike)) {
                text.append(row(
                        strike.victim().label(), strike.step(), times(strike), faults.getOrDefault(strike, Map.of())));
            }
        }
        return text.append(row("(none)", "", 0, without)).toString();
    }

    private static String row(String victim, String step, int times, Map<Fault, Integer> found) {
        return line(
                victim,
                step,
                times,
                found.getOrDefault(Fault.LOST, 0),
                found.getOrDefault(Fault.COUNTED_TWICE, 0),
                found.getOrDefault(Fault.WRONGLY_VALID, 0),
                found.getOrDefault(Fault.REPEATED_WITHOUT_NEED, 0));
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-18s %-10s %8s %10s %14s %14s %22s%n", cells);
    }
}
