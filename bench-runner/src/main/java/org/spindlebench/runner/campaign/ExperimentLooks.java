package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.runner.check.Estimate.Consent;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.run.Progress;

/** What is looked at under every setup of an experiment before its first run. */
public final class ExperimentLooks {
    private static final double HOUR = 3600;

    private final ExperimentRequest request;
    private final Progress progress;
    private final Map<String, CampaignRun> looks = new LinkedHashMap<>();

    public ExperimentLooks(ExperimentRequest request, Progress progress) {
        this.request = request;
        this.progress = progress;
    }

    /** What would keep any of the runs from running, each once; empty when nothing would. */
    public List<String> problems() throws IOException, InterruptedException, ClusterUnreachableException {
        List<String> problems = new ArrayList<>();
        for (RunRequest setup : request.setups()) {
            progress.note("Setup " + setup.setup().name() + ":");
            found(setup).stream()
                    .map(problem -> problem.startsWith("setup ")
                            ? problem
                            : "setup " + setup.setup().name() + ": " + problem)
                    .filter(problem -> !problems.contains(problem))
                    .forEach(problems::add);
        }
        if (problems.isEmpty()) {
            noteWavesThatDiffer();
            problems.addAll(consentToAllHours());
        }
        return problems;
    }

    /** A cluster that does not start under one setup keeps none from being looked at. */
    private List<String> found(RunRequest setup) throws IOException, InterruptedException, ClusterUnreachableException {
        try {
            return OpenCluster.with(setup, session -> {
                CampaignRun look = new CampaignRun(setup, session, progress);
                looks.put(setup.setup().name(), look);
                return look.look();
            });
        } catch (ClusterUnreachableException e) {
            if (setup.options().cluster() == Cluster.EMBEDDED) {
                return List.of(e.getMessage());
            }
            throw e;
        }
    }

    /** Other numbers of tasks are another measurement. */
    private void noteWavesThatDiffer() {
        Map<String, Map<Integer, List<String>>> byJob = new TreeMap<>();
        looks.forEach(
                (setup, look) -> look.slots().forEach((job, slots) -> byJob.computeIfAbsent(job, any -> new TreeMap<>())
                        .computeIfAbsent(slots, any -> new ArrayList<>())
                        .add(setup)));
        byJob.forEach((job, bySlots) -> {
            if (bySlots.size() > 1) {
                progress.note("warning: one wave of " + job + " is not the same under all setups: "
                        + bySlots.entrySet().stream()
                                .map(slots -> slots.getKey() + " tasks under " + String.join(", ", slots.getValue()))
                                .collect(Collectors.joining("; "))
                        + ". Runs with other numbers of tasks are other measurements; give --slots");
            }
        });
    }

    private List<String> consentToAllHours() {
        double seconds = 0;
        for (CampaignRun look : looks.values()) {
            OptionalDouble ofSetup = look.seconds();
            if (ofSetup.isEmpty()) {
                return List.of();
            }
            seconds += ofSetup.getAsDouble() * request.plan().shape().visits();
        }
        progress.note(String.format(
                Locale.ROOT,
                "All visits to all setups: about %.2f hours, besides bringing the setups about.",
                seconds / HOUR));
        boolean asks = request.command() == Command.RUN && !request.options().yes() && seconds > Consent.MOST_SECONDS;
        return asks
                ? List.of(String.format(
                        Locale.ROOT,
                        "all visits take about %.1f hours; --yes allows more than one hour, or lower --visits",
                        seconds / HOUR))
                : List.of();
    }

    /** Keeps what holds for all runs under each setup, in a directory that exists. */
    void keepConditions() throws IOException {
        for (Map.Entry<String, CampaignRun> look : looks.entrySet()) {
            Files.createDirectories(request.directory().ofSetup(look.getKey()).conditions());
            look.getValue().keepConditions();
        }
    }
}
