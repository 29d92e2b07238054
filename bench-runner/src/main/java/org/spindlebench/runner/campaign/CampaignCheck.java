package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.runner.campaign.Visits.VisitCheck;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.run.Progress;

/** Checks the cluster under every setup of a campaign before its first run. */
final class CampaignCheck {
    private static final double HOUR = 3600;

    private final CampaignRequest request;
    private final Visits visits;
    private final Progress progress;
    private final Consent consent;
    private final Map<String, VisitCheck> checks = new LinkedHashMap<>();

    CampaignCheck(CampaignRequest request, Visits visits, Progress progress, Consent consent) {
        this.request = request;
        this.visits = visits;
        this.progress = progress;
        this.consent = consent;
    }

    /** Returns the problems that would prevent a run, each once; empty if there are none. */
    List<String> problems() throws IOException, InterruptedException, ClusterUnreachableException {
        List<VisitRequest> first = request.firstVisits();
        if (first.size() == 1) {
            List<String> problems = check(first.get(0));
            return problems.isEmpty() ? consentToHours() : problems;
        }
        List<String> problems = new ArrayList<>();
        for (VisitRequest visit : first) {
            String setup = visit.setup().name();
            progress.note("Setup " + setup + ":");
            ofExperiment(visit).stream()
                    .map(problem -> problem.startsWith("setup ") ? problem : "setup " + setup + ": " + problem)
                    .filter(problem -> !problems.contains(problem))
                    .forEach(problems::add);
        }
        if (problems.isEmpty()) {
            noteWavesThatDiffer();
            problems.addAll(consentToHours());
        }
        return problems;
    }

    private List<String> check(VisitRequest visit)
            throws IOException, InterruptedException, ClusterUnreachableException {
        VisitCheck check = visits.check(visit);
        checks.put(visit.setup().name(), check);
        return check.problems();
    }

    /**
     * Checks one setup of an experiment. If its embedded cluster does not start, the check continues with the next
     * visit.
     */
    private List<String> ofExperiment(VisitRequest visit)
            throws IOException, InterruptedException, ClusterUnreachableException {
        try {
            return check(visit);
        } catch (ClusterUnreachableException e) {
            if (visit.cluster() == Cluster.EMBEDDED) {
                return List.of(e.getMessage());
            }
            throw e;
        }
    }

    /** Warns about jobs whose number of tasks depends on the setup, because such runs do not measure the same thing. */
    private void noteWavesThatDiffer() {
        Map<String, Map<Integer, List<String>>> byJob = new TreeMap<>();
        checks.forEach((setup, check) -> check.slots()
                .forEach((job, slots) -> byJob.computeIfAbsent(job, any -> new TreeMap<>())
                        .computeIfAbsent(slots, any -> new ArrayList<>())
                        .add(setup)));
        byJob.forEach((job, bySlots) -> {
            if (bySlots.size() > 1) {
                progress.note("warning: " + job + " would run with different numbers of tasks under different setups: "
                        + bySlots.entrySet().stream()
                                .map(slots -> slots.getKey() + " tasks under " + String.join(", ", slots.getValue()))
                                .collect(Collectors.joining("; "))
                        + ". Such runs are not comparable; fix the number with --slots");
            }
        });
    }

    /**
     * Returns why the plan may not begin because of its duration. Spindle asks the user at most once for all setups.
     */
    private List<String> consentToHours() throws IOException, InterruptedException {
        double sum = 0;
        boolean known = true;
        boolean small = true;
        int visitsOfSetup = request.plan().visits().size() / request.setups().size();
        for (VisitCheck check : checks.values()) {
            Estimate.Time time = check.time();
            known &= time.seconds() != null;
            small &= time.small();
            sum += time.seconds() == null ? 0 : time.seconds() * visitsOfSetup;
        }
        Double seconds = known ? (Double) sum : null;
        if (known && request.setups().size() > 1) {
            progress.note(String.format(
                    Locale.ROOT,
                    "All visits to all setups: about %.2f hours, plus the time to apply the setups.",
                    seconds / HOUR));
        }
        List<String> exceeded = request.options().guest.limits().exceededTime(seconds);
        boolean asks = request.command() == Command.RUN
                && !request.options().yes
                && request.source().sized().isEmpty()
                && Consent.isNeeded(seconds, small);
        if (!exceeded.isEmpty() || !asks || consent.given(seconds)) {
            return exceeded;
        }
        return List.of("you did not agree to the estimate");
    }

    /** Saves the conditions that all runs share, for each setup. The campaign's directory must exist. */
    void keepConditions() throws IOException {
        for (VisitRequest visit : request.firstVisits()) {
            Files.createDirectories(visit.directory().conditions());
            checks.get(visit.setup().name()).conditions().write();
        }
    }
}
