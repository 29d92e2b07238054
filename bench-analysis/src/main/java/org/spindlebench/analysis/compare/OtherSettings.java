package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.record.Subject;

/** A cell's configuration without one parameter. Each cell needs one for each parameter, so nothing is copied. */
final class OtherSettings {
    /** The name of the parameter that holds the setup. */
    static final String SETUP = "setup";

    private final String job;
    private final String setup;
    private final SortedMap<String, String> settings;
    /** The parts of the setup, by name; empty unless the parameter is one of them. */
    private final SortedMap<String, String> hardware;

    private final String parameter;
    private final int hash;

    private OtherSettings(CellSummary cell, String parameter) {
        this.job = cell.subject().job();
        this.setup = isOfSetup(parameter) ? "" : cell.subject().setup();
        this.settings = cell.comparable();
        this.hardware =
                parameter.startsWith(Conditions.HARDWARE) ? cell.conditions().hardware() : Collections.emptySortedMap();
        this.parameter = parameter;
        this.hash = 31 * (31 * job.hashCode() + setup.hashCode()) + rest(settings) + rest(hardware);
    }

    /** Returns the hash of values other than the parameter's. The hash of a map is the sum of its entries' hashes. */
    private int rest(SortedMap<String, String> values) {
        String value = values.get(parameter);
        return values.hashCode() - (value == null ? 0 : parameter.hashCode() ^ value.hashCode());
    }

    /**
     * Returns a cell's configuration without one parameter.
     *
     * @param parameter a setting, a field of the hardware, or {@link #SETUP}
     */
    static OtherSettings without(String parameter, CellSummary cell) {
        return new OtherSettings(cell, parameter);
    }

    /** Returns a cell's value of a parameter; null if it has none. */
    static String value(String parameter, CellSummary cell) {
        if (parameter.startsWith(Conditions.HARDWARE)) {
            SortedSet<String> seen = cell.conditions().of(parameter);
            return seen.size() == 1 ? seen.first() : null;
        }
        return parameter.equals(SETUP)
                ? cell.subject().setup()
                : cell.comparable().get(parameter);
    }

    Subject subject() {
        SortedMap<String, String> held = new TreeMap<>(hardware);
        held.putAll(settings);
        held.remove(parameter);
        return new Subject(job, setup, held);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OtherSettings that
                && hash == that.hash
                && job.equals(that.job)
                && setup.equals(that.setup)
                && parameter.equals(that.parameter)
                && areTheSame(settings, that.settings)
                && areTheSame(hardware, that.hardware);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private boolean areTheSame(SortedMap<String, String> some, SortedMap<String, String> other) {
        if (some == other) {
            return true;
        }
        Iterator<Map.Entry<String, String>> others = other.entrySet().iterator();
        for (Map.Entry<String, String> entry : some.entrySet()) {
            if (!entry.getKey().equals(parameter) && !entry.equals(nextHeld(others))) {
                return false;
            }
        }
        return nextHeld(others) == null;
    }

    /** Returns the next setting other than the parameter; null after the last. */
    private Map.Entry<String, String> nextHeld(Iterator<Map.Entry<String, String>> rest) {
        while (rest.hasNext()) {
            Map.Entry<String, String> entry = rest.next();
            if (!entry.getKey().equals(parameter)) {
                return entry;
            }
        }
        return null;
    }

    /** Checks whether a parameter belongs to the setup, so that no visit has two of its values. */
    static boolean isOfSetup(String parameter) {
        return parameter.equals(SETUP) || parameter.startsWith(Conditions.HARDWARE);
    }

    /** Returns the settings that have several values, so that one value can be the best. */
    static SortedSet<String> parameters(Collection<CellSummary> cells, ComparisonOptions options) {
        Map<String, String> first = new TreeMap<>();
        SortedSet<String> several = new TreeSet<>();
        // Many cells share few choices of settings.
        cells.stream()
                .map(CellSummary::comparable)
                .distinct()
                .forEach(settings -> settings.forEach((key, value) -> {
                    if (!first.computeIfAbsent(key, name -> value).equals(value)) {
                        several.add(key);
                    }
                }));
        several.removeAll(options.work(cells));
        // A setting of this name would be mistaken for the setup itself.
        several.remove(SETUP);
        return several;
    }
}
