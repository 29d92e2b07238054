package org.spindlebench.analysis.record;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.spindlebench.analysis.record.RunRecord.Cache;

/**
 * What was measured. Runs with equal subjects are repeats of each other.
 *
 * @param job the job's name, as {@code spindle list jobs} prints it
 * @param setup the storage setup's name
 * @param settings everything that makes runs comparable; they include {@code compression}, {@code bytes_per_node},
 *     {@code replication}, {@code cache} and {@code data} if known
 */
public record Subject(String job, String setup, Map<String, String> settings) {
    /** The setting of runs whose maps made their data on hosts that Spindle chose. */
    public static final String PLACEMENT = "placement";

    /** Settings that follow from the job, such as TeraGen's replication of 3. */
    public static final Set<String> OF_THE_JOB = Set.of("replication", "data", "sync", PLACEMENT);

    /** Settings that matter in any tool's results; columns with these names never count as names of runs. */
    public static final Set<String> WELL_KNOWN = Set.of(
            "compression",
            "bytes_per_node",
            "replication",
            "cache",
            "data",
            "sync",
            PLACEMENT,
            "block_size",
            "nodes",
            "io_sort_mb");

    /** The setting of runs for which earlier versions stopped a DataNode; only their records and plans have it. */
    public static final String DAMAGE = "damage";

    public Subject {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(setup, "setup");
        settings = sorted(settings == null ? Map.of() : settings);
    }

    /** Returns settings as an unmodifiable map, sorted by name. Copies them, unless they are a subject's settings. */
    public static SortedMap<String, String> sorted(Map<String, String> settings) {
        return settings instanceof Settings sorted ? sorted : new Settings(settings);
    }

    // Grouping many runs spends most of its time in these two methods. The methods that Java makes for a record are
    // slower.
    @Override
    public boolean equals(Object other) {
        return other instanceof Subject that
                && job.equals(that.job)
                && setup.equals(that.setup)
                && settings.equals(that.settings);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * job.hashCode() + setup.hashCode()) + settings.hashCode();
    }

    /** Returns {@link #settings}, which are sorted by name. */
    public SortedMap<String, String> sortedSettings() {
        return (Settings) settings;
    }

    /**
     * Returns a copy whose {@code cache} setting states the treatment of the caches, instead of the verdict of a proof.
     * Only the treatment makes runs comparable. Older records call a cooled run {@code cold-unproved} or {@code warm}
     * if the proof did not find it cold.
     */
    Subject treated(Cache cache) {
        String label = settings.get("cache");
        boolean found = "cold-unproved".equals(label) || ("warm".equals(label) && cache != null && cache.cooled());
        if (!found) {
            return this;
        }
        Map<String, String> treated = new TreeMap<>(settings);
        treated.put("cache", "cold");
        return with(treated);
    }

    /** Returns a copy with settings rounded to this many significant digits. Settings that are not numbers stay. */
    Subject rounded(Map<String, Integer> digits) {
        if (Collections.disjoint(settings.keySet(), digits.keySet())) {
            return this;
        }
        Map<String, String> rounded = new TreeMap<>(settings);
        digits.forEach((name, most) -> rounded.computeIfPresent(name, (same, value) -> rounded(value, most)));
        return with(rounded);
    }

    private static String rounded(String value, int digits) {
        try {
            return new BigDecimal(value)
                    .round(new MathContext(digits))
                    .stripTrailingZeros()
                    .toPlainString();
        } catch (NumberFormatException e) {
            return value;
        }
    }

    /** Returns a copy with other settings. */
    public Subject with(Map<String, String> others) {
        return new Subject(job, setup, others);
    }

    /**
     * An unmodifiable map of settings, sorted by name. Reports hash, compare and read the settings of each cell many
     * times, so this map consists of two arrays and stores its hash.
     */
    // Nothing needs the methods that a NavigableMap has in addition.
    @SuppressWarnings("JdkObsolete")
    private static final class Settings extends AbstractMap<String, String> implements SortedMap<String, String> {
        private final String[] names;
        private final String[] values;
        private final int hash;

        Settings(Map<String, String> settings) {
            names = settings.keySet().toArray(String[]::new);
            Arrays.sort(names);
            values = new String[names.length];
            int sum = 0;
            for (int place = 0; place < names.length; place++) {
                values[place] = settings.get(names[place]);
                sum += names[place].hashCode() ^ Objects.hashCode(values[place]);
            }
            hash = sum;
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<String, String>> iterator() {
                    return new Iterator<>() {
                        private int next;

                        @Override
                        public boolean hasNext() {
                            return next < names.length;
                        }

                        @Override
                        public Map.Entry<String, String> next() {
                            return new SimpleImmutableEntry<>(name(next), values[next++]);
                        }
                    };
                }

                @Override
                public int size() {
                    return names.length;
                }
            };
        }

        @Override
        public void forEach(BiConsumer<? super String, ? super String> action) {
            for (int place = 0; place < names.length; place++) {
                action.accept(names[place], values[place]);
            }
        }

        @Override
        public String get(Object key) {
            int place = key instanceof String name ? place(name) : -1;
            return place < 0 ? null : values[place];
        }

        @Override
        public boolean containsKey(Object key) {
            return key instanceof String name && place(name) >= 0;
        }

        /** Returns a setting's place; below 0 if there is none. Hashes mostly differ, so few names are compared. */
        private int place(String name) {
            int sought = name.hashCode();
            for (int place = 0; place < names.length; place++) {
                if (names[place].hashCode() == sought && names[place].equals(name)) {
                    return place;
                }
            }
            return -1;
        }

        @Override
        public Comparator<? super String> comparator() {
            return null;
        }

        @Override
        public SortedMap<String, String> subMap(String from, String to) {
            return copy().subMap(from, to);
        }

        @Override
        public SortedMap<String, String> headMap(String to) {
            return copy().headMap(to);
        }

        @Override
        public SortedMap<String, String> tailMap(String from) {
            return copy().tailMap(from);
        }

        private SortedMap<String, String> copy() {
            return Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<String, String>) this));
        }

        @Override
        public String firstKey() {
            return name(0);
        }

        @Override
        public String lastKey() {
            return name(names.length - 1);
        }

        private String name(int place) {
            if (place < 0 || place >= names.length) {
                throw new NoSuchElementException("no such setting");
            }
            return names[place];
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Settings that
                            ? hash == that.hash
                                    && Arrays.equals(names, that.names)
                                    && Arrays.equals(values, that.values)
                            : super.equals(other));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
