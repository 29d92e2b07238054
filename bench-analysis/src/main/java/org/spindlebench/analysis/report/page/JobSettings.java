package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How pictures of several jobs name the settings: those that tell measurements of one job apart beside the job, what all share once. */
final class JobSettings {
    private final Settings all;
    private final Map<String, Settings> ofJobs;

    private JobSettings(Settings all, Map<String, Settings> ofJobs) {
        this.all = all;
        this.ofJobs = ofJobs;
    }

    /** Of all that a picture shows. */
    static <T> JobSettings of(
            Collection<T> shown, Function<T, String> job, Function<T, ? extends Map<String, String>> settings) {
        return new JobSettings(
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
}
