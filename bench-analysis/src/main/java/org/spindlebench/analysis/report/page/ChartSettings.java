package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.HumanText;

/**
 * Names the settings in charts of several jobs. Settings that distinguish a job's measurements are named with the job.
 * Settings that all measurements share are named once.
 */
public final class ChartSettings {
    private final Settings all;
    private final Map<String, Settings> ofJobs;

    private ChartSettings(Settings all, Map<String, Settings> ofJobs) {
        this.all = all;
        this.ofJobs = ofJobs;
    }

    /** Names the settings of the shown parts; settings that distinguish parts of one job are named with the job. */
    public static <T> ChartSettings of(
            Collection<T> shown, Function<T, String> job, Function<T, ? extends Map<String, String>> settings) {
        return new ChartSettings(
                Settings.of(shown.stream().map(settings).toList()),
                shown.stream()
                        .collect(Collectors.groupingBy(
                                job,
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        some -> Settings.of(
                                                some.stream().map(settings).toList())))));
    }

    /** Returns the settings that all measurements share, as a sentence for a note; empty if there are none. */
    String shared() {
        return all.shared();
    }

    /**
     * Returns the distinguishing settings of a part, such as {@code compression=none, data=tera}; empty if there are
     * none.
     */
    String distinct(Map<String, String> settings) {
        return all.distinct(settings);
    }

    /**
     * Returns the settings that distinguish a measurement from others of the same job.
     *
     * @param job the job; null for all jobs together, which gives the result of {@link #distinct}
     */
    String ofJob(String job, Map<String, String> settings) {
        return (job == null ? all : ofJobs.get(job)).distinct(settings);
    }

    /** Returns {@link #ofJob} in parentheses after a space; empty if there are no such settings. */
    public String behind(String job, Map<String, String> settings) {
        String distinct = ofJob(job, settings);
        return distinct.isEmpty() ? "" : " (" + distinct + ")";
    }

    /**
     * Names the settings in one chart. Settings that differ between the chart's parts are named with each part; the
     * other settings are named once.
     */
    static final class Settings {
        private static final String COMPRESSION = "compression";

        private final SortedMap<String, String> everywhere;
        private final Map<Map<String, String>, String> texts = new ConcurrentHashMap<>();

        private Settings(SortedMap<String, String> everywhere) {
            this.everywhere = everywhere;
        }

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

        /** Returns the settings that all parts share, as a sentence for a note; empty if there are none. */
        String shared() {
            return everywhere.isEmpty() ? "" : "All with " + text(everywhere) + ".";
        }

        /** Returns the distinguishing settings of a part, such as {@code compression=none}; empty if there are none. */
        String distinct(Map<String, String> settings) {
            // Many rows of a chart have the same settings.
            return texts.computeIfAbsent(settings, this::withoutShared);
        }

        private String withoutShared(Map<String, String> settings) {
            SortedMap<String, String> rest = new TreeMap<>();
            settings.forEach((key, value) -> {
                if (!everywhere.containsKey(key)) {
                    rest.put(key, value);
                }
            });
            return text(rest);
        }

        /** Returns the compression, by which the HTML report filters; null if unknown. */
        static String compression(Map<String, String> settings) {
            return settings.get(COMPRESSION);
        }

        /** Lists settings with sizes for people, such as {@code bytes_per_node=33 GB, cache=cold}. */
        static String text(Map<String, String> settings) {
            return HumanText.settings(settings);
        }
    }
}
