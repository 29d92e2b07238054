package org.spindlebench.analysis.hypothesis;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Numbers that a publication prints. Reports show them next to the measured numbers. They enter no statistic, because
 * nobody can check how they were measured.
 *
 * @param name the name of the list
 * @param source the publication
 * @param date its date
 */
public record PublishedNumbers(String name, String source, String date, List<Printed> results) {
    /** The printed quantities, with their units. Costs have the codes of the cost study. */
    public static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("duration", "s"),
            Map.entry("fastest_run", "s"),
            // HiBench's DFSIOE and TestDFSIO print 2^20 bytes as an MB.
            Map.entry("throughput", "MiB/s"),
            Map.entry("input", "of TeraSort's"),
            Map.entry("shuffle", "of TeraSort's"),
            Map.entry("output", "of TeraSort's"),
            Map.entry("cpu_busy", "share"),
            Map.entry("device_price", "currency"),
            Map.entry("device_price_per_tb", "currency/TB"),
            Map.entry("device_price_per_performance", "of the baseline's"),
            Map.entry("hourly_cost", "currency"),
            Map.entry("cost_per_job", "currency"),
            Map.entry("jobs_per_day", "1/d"),
            Map.entry("jobs_in_life", "1"));

    public PublishedNumbers {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(date, "date");
        results = List.copyOf(results);
    }

    /**
     * One number.
     *
     * @param where the table or figure that prints it
     * @param job the job's name here; empty for a number of the setup itself
     * @param setup the setup's name here
     * @param measure one of {@link #UNITS}
     */
    public record Printed(String where, String job, String setup, String measure, double value) {
        /** @throws IllegalArgumentException if the measure is unknown */
        public Printed {
            if (!UNITS.containsKey(measure)) {
                throw new IllegalArgumentException("unknown measure " + measure);
            }
        }

        /** Returns the unit, as far as the measure determines it. */
        public String unit() {
            return UNITS.get(measure);
        }
    }
}
