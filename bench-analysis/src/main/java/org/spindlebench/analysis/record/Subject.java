package org.spindlebench.analysis.record;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.record.RunRecord.Cache;

/**
 * What was measured. Runs with equal subjects are repeats of one another.
 *
 * @param job the job's name, as {@code spindle list jobs} prints it
 * @param setup the storage setup's name
 * @param settings everything that makes runs comparable; they include {@code compression}, {@code bytes_per_node},
 *     {@code replication}, {@code cache} and {@code data} if known
 */
public record Subject(String job, String setup, Map<String, String> settings) {
    /** Settings that matter in any tool's results; such columns never count as names of runs. */
    public static final Set<String> WELL_KNOWN = Set.of(
            "compression",
            "bytes_per_node",
            "replication",
            "cache",
            "data",
            "sync",
            "block_size",
            "nodes",
            Rebuild.SETTING,
            "io_sort_mb");

    public Subject {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(setup, "setup");
        settings = settings instanceof Settings sorted ? sorted : new Settings(settings == null ? Map.of() : settings);
    }

    /** Returns {@link #settings}, which are sorted by name. */
    public SortedMap<String, String> sortedSettings() {
        return (Settings) settings;
    }

    /**
     * Returns a copy whose {@code cache} setting says how the caches were treated, instead of what a proof found. Only
     * the treatment makes runs comparable. Older records call a cooled run {@code cold-unproved} or {@code warm} if the
     * proof did not say cold.
     */
    Subject treated(Cache cache) {
        String label = settings.get("cache");
        boolean found = "cold-unproved".equals(label) || ("warm".equals(label) && cache != null && cache.cooled());
        if (!found) {
            return this;
        }
        Map<String, String> treated = new TreeMap<>(settings);
        treated.put("cache", "cold");
        return new Subject(job, setup, treated);
    }

    /**
     * An unmodifiable map of settings, sorted by name. Reports hash, compare and read the settings of each cell many
     * times, so this map is an array that knows its hash.
     */
    // Nothing needs the methods that a NavigableMap has in addition.
    @SuppressWarnings("JdkObsolete")
    private static final class Settings extends AbstractMap<String, String> implements SortedMap<String, String> {
        private final List<Map.Entry<String, String>> entries;
        private final int[] hashesOfNames;
        private final int hash;

        Settings(Map<String, String> settings) {
            List<Map.Entry<String, String>> sorted = new ArrayList<>(settings.size());
            settings.forEach(
                    (key, value) -> sorted.add(new SimpleImmutableEntry<>(Objects.requireNonNull(key, "key"), value)));
            sorted.sort(Map.Entry.comparingByKey());
            this.entries = List.copyOf(sorted);
            this.hashesOfNames =
                    sorted.stream().mapToInt(entry -> entry.getKey().hashCode()).toArray();
            this.hash = super.hashCode();
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<String, String>> iterator() {
                    return entries.iterator();
                }

                @Override
                public int size() {
                    return entries.size();
                }
            };
        }

        @Override
        public String get(Object key) {
            int place = key instanceof String name ? place(name) : -1;
            return place < 0 ? null : entries.get(place).getValue();
        }

        @Override
        public boolean containsKey(Object key) {
            return key instanceof String name && place(name) >= 0;
        }

        /** Returns the place of a setting; below 0 if there is none. Hashes differ, so most names are not compared. */
        private int place(String name) {
            int sought = name.hashCode();
            for (int place = 0; place < hashesOfNames.length; place++) {
                if (hashesOfNames[place] == sought && key(place).equals(name)) {
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
            return key(0);
        }

        @Override
        public String lastKey() {
            return key(entries.size() - 1);
        }

        private String key(int place) {
            if (entries.isEmpty()) {
                throw new NoSuchElementException("no settings");
            }
            return entries.get(place).getKey();
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Settings that
                            ? hash == that.hash && entries.equals(that.entries)
                            : super.equals(other));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
