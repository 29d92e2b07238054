package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.check.Estimator;
import org.spindlebench.runner.check.PastRuns;
import org.spindlebench.runner.check.Preflight;
import org.spindlebench.runner.check.TaskFindings;
import org.spindlebench.runner.check.WaveStart;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.options.ProbeChoice;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Cooling;

/**
 * Checks a cluster before the first run: first from the client, then with a task in a container. The task is skipped if
 * the user must agree to something first.
 */
public final class ClusterChecks {
    private static final double HOUR = 3600;

    private final VisitRequest request;
    private final ClusterConnection session;
    private final ResolvedVisit resolved;
    private Estimate estimate;
    /** The lines about the start of waves. */
    private List<String> starts = List.of();

    public ClusterChecks(VisitRequest request, ClusterConnection session, ResolvedVisit resolved) {
        this.request = request;
        this.session = session;
        this.resolved = resolved;
    }

    /** Returns every reason that prevents the plan from running; empty if there is none. */
    public List<String> problems() throws IOException, InterruptedException {
        ClusterAccess access = ClusterAccess.of(session.cluster());
        if (request.begun()) {
            // If a campaign has begun, a missing server is not the user's mistake.
            access.histories().probe();
        }
        Preflight preflight = new Preflight(access, resolved.sizing(), resolved.settings());
        List<String> problems = preflight.problems(request.visit().runs());
        if (!request.begun()) {
            preflight.notes().forEach(note -> request.err().println("note: " + note));
        }
        if (resolved.probe() == ProbeChoice.YARN && HadoopCluster.jobJar().isEmpty()) {
            problems.add("--probe yarn: its containers need bench-runner.jar, but this client runs without it; use"
                    + " `hadoop jar bench-runner.jar`, or run without device metrics with --probe off");
        }
        if (resolved.probe() == ProbeChoice.OFF && request.setup().declared().isPresent()) {
            problems.add("--probe off: only the probe can verify setup "
                    + request.setup().name() + "; remove --probe off,"
                    + " or give --setup a label, which is a name without a file");
        }
        if (resolved.settings().cooling() instanceof Cooling.ByProbe && resolved.probe() != ProbeChoice.YARN) {
            problems.add("--cold yarn: only the probes on the nodes can drop caches there; add --probe yarn");
        }
        problems.addAll(twoPolicies());
        problems.addAll(twoLabels());
        problems.addAll(foreignShuffles());
        // A resumed campaign was checked when it started, and the user agreed to it then. Its directory contains data
        // by now.
        if (!problems.isEmpty() || request.begun()) {
            return problems;
        }
        estimate = fromHere(access, resolved);
        problems = refused();
        return problems.isEmpty() ? inATask(access) : problems;
    }

    /** Reports storage policies that the suite sets, because they would silently override the setup's policy. */
    private List<String> twoPolicies() {
        boolean inSuite = request.visit().runs().stream()
                .anyMatch(run -> run.configuration().containsKey(JobKeys.STORAGE_POLICY));
        return inSuite && request.setup().storagePolicy().isPresent()
                ? List.of("--setup " + request.setup().name()
                        + ": the setup applies a storage policy, but the suite sets storage"
                        + " policies itself; leave one of the two out")
                : List.of();
    }

    /** Reports node labels of the suite or {@code -D}, which would override the setup's label and move tasks. */
    private List<String> twoLabels() {
        boolean inSuite = request.visit().runs().stream()
                .flatMap(run -> run.configuration().keySet().stream())
                .anyMatch(NodeLabel::isChosenBy);
        return inSuite && request.setup().nodeLabel().isPresent()
                ? List.of("--setup " + request.setup().name()
                        + ": the setup chooses a node label, but the suite or -D sets node labels itself; leave one of the"
                        + " two out")
                : List.of();
    }

    /** Reports shuffles other than Hadoop's own. The user's own programs may use any shuffle. */
    private Set<String> foreignShuffles() {
        Set<String> problems = new LinkedHashSet<>();
        for (RunSpec run : request.visit().runs()) {
            if (run.program() == null) {
                HadoopCluster.foreignShuffle(session.cluster().configuration(), run.configuration())
                        .ifPresent(problems::add);
                problems.addAll(resolved.environment().daemons().foreignShuffles());
            }
        }
        return problems;
    }

    /**
     * Repeats the estimate with the slots and times that the calibration has measured. The findings of the earlier task
     * are reused.
     */
    void estimateAgain(ResolvedVisit calibrated) throws IOException {
        Long freeLocal = estimate.local().freePerNode();
        estimate = fromHere(ClusterAccess.of(session.cluster()), calibrated).withFreeLocal(freeLocal);
    }

    private Estimate fromHere(ClusterAccess access, ResolvedVisit prepared) throws IOException {
        PastRuns past = PastRuns.read(request.options().out, prepared.environment());
        Estimator estimator = new Estimator(access, prepared.sizing(), prepared.settings(), past);
        starts = new WaveStart(prepared.sizing(), session.cluster().containerPace())
                .describe(request.visit().runs(), estimator.jobSeconds());
        Estimate fromHere = estimator.estimate();
        return session.isEmbedded() ? fromHere.withFreeLocal(freeLocalBytesPerNode()) : fromHere;
    }

    /** Returns the free bytes per NodeManager in local dirs. NodeManagers share file systems, which count once. */
    private long freeLocalBytesPerNode() throws IOException {
        EmbeddedOptions embedded = request.embedded();
        List<Path> directories = embedded.localDirs().isEmpty()
                ? List.of(Path.of(System.getProperty("java.io.tmpdir")))
                : embedded.localDirs();
        Map<String, Long> stores = new TreeMap<>();
        for (Path directory : directories) {
            FileStore store = Files.getFileStore(directory);
            stores.put(store.toString(), store.getUsableSpace());
        }
        return stores.values().stream().mapToLong(Long::longValue).sum() / embedded.nodeManagers();
    }

    private List<String> inATask(ClusterAccess access) throws IOException, InterruptedException {
        TaskFindings findings =
                new TaskFindings(request.plan().campaign(), request.visit().runs(), resolved.sizing());
        // The nodes of an embedded cluster have no configuration files that could make a setting final.
        if (session.isEmbedded() && !findings.hasCodecs()) {
            return List.of();
        }
        request.err().println("Running a task to check the nodes ...");
        List<String> problems;
        try (UntilSignal signal = new UntilSignal()) {
            problems = findings.problems(access, resolved.settings(), signal.interruption());
        }
        findings.warning().ifPresent(warning -> request.err().println("warning: " + warning.message()));
        if (!session.isEmbedded()) {
            estimate = estimate.withFreeLocal(findings.freeLocal());
        }
        return problems.isEmpty() ? refused() : problems;
    }

    /**
     * Returns the reasons why the plan may not run: it exceeds the user's limits, or the usual limits without {@code
     * --yes}.
     */
    List<String> refused() throws IOException {
        GuestLimits limits = request.options().guest.limits();
        List<String> exceeded = new ArrayList<>(
                limits.exceededSpace(estimate.hdfs().bytes(), estimate.local().bytesPerNode()));
        if (request.plan().setups().size() == 1) {
            exceeded.addAll(limits.exceededTime(estimate.time().seconds()));
        }
        exceeded.addAll(ticket());
        boolean asks = request.command() == Command.RUN && !request.options().yes;
        if (asks) {
            exceeded.addAll(usualSpace());
        }
        return exceeded;
    }

    /** Returns a line for each space that {@code run} takes only with the user's permission. */
    private List<String> usualSpace() {
        boolean half = session.isEmbedded() || request.campaign().chosen().sizes();
        return Consent.exceededSpace(estimate, request.options().guest.limits(), half);
    }

    /** Returns a line if the user's Kerberos ticket ends before the plan. */
    private List<String> ticket() throws IOException {
        Double seconds = estimate.time().seconds();
        Optional<Instant> ends = seconds == null ? Optional.empty() : session.ticketEnds();
        return ends.filter(end -> end.isBefore(Instant.now().plusSeconds(Math.round(seconds))))
                .map(end -> List.of(String.format(
                        Locale.ROOT,
                        "your Kerberos ticket ends at %s, with all renewals that Hadoop can make here, and the plan takes about %.1f hours; get"
                                + " one that is valid for longer with `kinit -l`, or give --keytab and --principal",
                        end,
                        seconds / HOUR)))
                .orElse(List.of());
    }

    /** Returns the plan's estimate; empty for a resumed campaign, or if {@link #problems} did not compute it. */
    Optional<Estimate> estimate() {
        return Optional.ofNullable(estimate);
    }

    /** Returns the estimate as text, with the refusals and questions of {@code run}. */
    public Optional<String> describeEstimate() {
        return estimate().map(known -> {
            List<String> lines = new ArrayList<>(starts);
            lines.add(known.describe());
            if (request.command() != Command.RUN) {
                usualSpace().forEach(space -> lines.add("`run` will refuse this: " + space + "."));
                hours(known.time()).ifPresent(lines::add);
            }
            return String.join(System.lineSeparator(), lines);
        });
    }

    /** Returns a sentence on the actions of {@code run} before a long campaign; empty for a short one. */
    private Optional<String> hours(Estimate.Time time) {
        if (!Consent.isNeeded(time.seconds(), time.small())
                || request.plan().setups().size() > 1) {
            return Optional.empty();
        }
        String small = time.seconds() == null ? "makes one small run of each job without a record, and then " : "";
        return Optional.of(
                "`run` " + small + "asks before more than an hour; without a terminal it goes on after 30 s.");
    }
}
