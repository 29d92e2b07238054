package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How pictures of several jobs name the settings: those that tell measurements of one job apart beside the job, what all share once. */
final class PictureSettings {
    private final Settings all;
    private final Map<String, Settings> ofJobs;

    private PictureSettings(Settings all, Map<String, Settings> ofJobs) {
        this.all = all;
        this.ofJobs = ofJobs;
    }

    /** Of all that a picture shows. */
    static <T> PictureSettings of(
            Collection<T> shown, Function<T, String> job, Function<T, ? extends Map<String, String>> settings) {
        return new PictureSettings(
                Settings.of(shown.stream().map(settings).toList()),
                shown.stream()
                        .collect(Collectors.groupingBy(
                                job,
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        some -> Settings.of(
                                                some.stream().map(settings).toList())))));
    }

    /** What all have in common, as a sentence for a note; empty where that is nothing. */
    String shared() {
        return all.shared();
    }

    /** What tells one part from all others, such as {@code compression=none, data=tera}; empty where there is nothing. */
    String distinct(Map<String, String> settings) {
        return all.distinct(settings);
    }

    /** What tells a measurement from others of the same job; of all jobs together, for which the job is null, as {@link #distinct}. */
    String ofJob(String job, Map<String, String> settings) {
        return (job == null ? all : ofJobs.get(job)).distinct(settings);
    }

    /** The same in parentheses behind a blank; empty where there is nothing. */
    String behind(String job, Map<String, String> settings) {
        String distinct = ofJob(job, settings);
        return distinct.isEmpty() ? "" : " (" + distinct + ")";
    }

    /** How pictures name the settings of what they show: those that differ between its parts beside the part, the rest once. */
    static final class Settings {
        private static final String COMPRESSION = "compression";

        private final SortedMap<String, String> everywhere;

        private Settings(SortedMap<String, String> everywhere) {
            this.everywhere = everywhere;
        }

        /** Of all that a picture shows. */
        static Settings of(Collection<? extends Map<String, String>> all) {
            SortedMap<String, String> everywhere = null;
            for (Map<String, String> one : all) {
                if (everywhere == null) {
                    everywhere = new TreeMap<>(one);
                } else {
                    everywhere.entrySet().removeIf(entry -> !entry.getValue().equals(one.get(entry.getKey())));
                }
            }
            return new Settings(everywhere == null ? new TreeMap<>() : everywhere);
        }

        /** What all have in common, as a sentence for a note; empty where that is nothing. */
        String shared() {
            return everywhere.isEmpty() ? "" : "All with " + text(everywhere) + ".";
        }

        /** What tells one part from the others, such as {@code compression=none}; empty where there is nothing. */
        String distinct(Map<String, String> settings) {
            SortedMap<String, String> rest = new TreeMap<>(settings);
            rest.keySet().removeAll(everywhere.keySet());
            return text(rest);
        }

        /** The value by which the page filters; null where it is not known. */
        static String compression(Map<String, String> settings) {
            return settings.get(COMPRESSION);
        }

        /** Such as {@code cache=cold, compression=none}. */
        static String text(Map<String, String> settings) {
            return settings.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(", "));
        }
    }
}
