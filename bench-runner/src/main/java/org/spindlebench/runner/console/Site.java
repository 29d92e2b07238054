package org.spindlebench.runner.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.spindlebench.analysis.cost.PriceList;

/** Writes campaigns as a site of files. The module bench-site implements it. */
public interface Site {
    /**
     * What a site is made of.
     *
     * @param results campaigns, directories of campaigns, and files of other tools
     * @param prices the prices of setups; null for those that each campaign names
     * @param pairs selections to compare side by side
     * @param hidesNames whether made-up names replace those of hosts, users, queues, paths and clusters
     * @param follows whether to write anew until every campaign has ended
     */
    record SiteRequest(
            List<Path> results,
            Path out,
            PriceList prices,
            List<SelectionPair> pairs,
            boolean hidesNames,
            boolean follows) {
        public SiteRequest {
            results = List.copyOf(results);
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Some runs of the site.
     *
     * @param text the selection as its author wrote it
     * @param values the values that a run may have, by the names of columns of the table of all runs
     */
    record Selection(String text, SortedMap<String, SortedSet<String>> values) {
        // A comma precedes the next name, unless it is part of a value.
        private static final Pattern NEXT = Pattern.compile(",(?=[^,=]+=)");

        /** @throws IllegalArgumentException if it is not a list of {@code NAME=VALUE} */
        static Selection parse(String text) {
            SortedMap<String, SortedSet<String>> values = new TreeMap<>();
            for (String one : NEXT.split(text.strip())) {
                int equals = one.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("`" + one + "` is not NAME=VALUE");
                }
                values.computeIfAbsent(one.substring(0, equals).strip(), none -> new TreeSet<>())
                        .add(one.substring(equals + 1).strip());
            }
            return new Selection(text.strip(), values);
        }
    }

    /** Two selections, the first one as the baseline. */
    record SelectionPair(String text, Selection base, Selection contender) {
        private static final Pattern SIDES = Pattern.compile("\\s+vs\\s+");

        /** Returns the columns that both selections name, with different values. */
        public List<String> differing() {
            Map<String, SortedSet<String>> others = contender.values();
            return base.values().entrySet().stream()
                    .filter(column -> others.containsKey(column.getKey())
                            && !others.get(column.getKey()).equals(column.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        /** @throws IllegalArgumentException if it is not two different selections */
        public static SelectionPair parse(String text) {
            String[] sides = SIDES.split(text.strip(), -1);
            if (sides.length != 2) {
                throw new IllegalArgumentException("two selections with `vs` between them are needed");
            }
            SelectionPair pair = new SelectionPair(text, Selection.parse(sides[0]), Selection.parse(sides[1]));
            if (pair.base().values().equals(pair.contender().values())) {
                throw new IllegalArgumentException("both selections are the same");
            }
            return pair;
        }
    }

    /** Writes the site, or what is new in it. Prints what it has, or why there is none. */
    ExitCode write(Console console, SiteRequest request);

    /** Returns the implementation on the class path; empty if there is none. */
    static Optional<Site> find() {
        return ServiceLoader.load(Site.class, Site.class.getClassLoader()).findFirst();
    }
}
