package org.spindlebench.analysis.compare;

import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.record.Subject;

/**
 * All that was chosen for a cell but one parameter: cells of equal ones differ in nothing else. Made for every cell and parameter, so the
 * settings are looked at where they are and not copied.
 */
final class Configuration {
    private final String job;
    private final String setup;
    private final SortedMap<String, String> settings;
    private final String parameter;
    private final int hash;

    private Configuration(CellSummary cell, String parameter) {
        this.job = cell.subject().job();
        this.setup = parameter.equals(Marginal.SETUP) ? "" : cell.subject().setup();
        this.settings = cell.comparable();
        this.parameter = parameter;
        String value = settings.get(parameter);
        // A map's hash is the sum of its entries' hashes.
        int rest = settings.hashCode()
                - (value == null ? 0 : Map.entry(parameter, value).hashCode());
        this.hash = 31 * (31 * job.hashCode() + setup.hashCode()) + rest;
    }

    /** @param parameter a setting, or {@link Marginal#SETUP} */
    static Configuration without(String parameter, CellSummary cell) {
        return new Configuration(cell, parameter);
    }

    /** The value that the cell has of a parameter; null where it has none. */
    static String value(String parameter, CellSummary cell) {
        return parameter.equals(Marginal.SETUP)
                ? cell.subject().setup()
                : cell.comparable().get(parameter);
    }

    Subject subject() {
        SortedMap<String, String> held = new TreeMap<>(settings);
        held.remove(parameter);
        return new Subject(job, setup, held);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Configuration that
                && hash == that.hash
                && job.equals(that.job)
                && setup.equals(that.setup)
                && parameter.equals(that.parameter)
                && holdsTheSameAs(that);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private boolean holdsTheSameAs(Configuration that) {
        Iterator<Map.Entry<String, String>> others = that.settings.entrySet().iterator();
        for (Map.Entry<String, String> entry : settings.entrySet()) {
            if (!entry.getKey().equals(parameter) && !entry.equals(that.nextHeld(others))) {
                return false;
            }
        }
        return that.nextHeld(others) == null;
    }

    /** The next setting but the parameter; null after the last. */
    private Map.Entry<String, String> nextHeld(Iterator<Map.Entry<String, String>> rest) {
        while (rest.hasNext()) {
            Map.Entry<String, String> entry = rest.next();
            if (!entry.getKey().equals(parameter)) {
                return entry;
            }
        }
        return null;
    }
}
