package org.spindlebench.runner.collect.failure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Cause;
import org.spindlebench.analysis.record.ContainerLog;
import org.spindlebench.analysis.record.Failure;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;

/** Why a job failed, for people and for its record. */
public final class Explanation {
    private final EndedJob job;
    private final List<Cause> causes;

    private Explanation(EndedJob job, List<Cause> causes) {
        this.job = job;
        this.causes = causes;
    }

    /** Of a job that did not succeed. What a container says comes before what its application says: it knows its kind. */
    public static Explanation of(EndedJob job) {
        Map<KnownFailure, Cause> causes = new LinkedHashMap<>();
        for (ContainerLog log : job.evidence().logs()) {
            look(String.join("\n", log.lines()), Role.of(log.attempt()), causes);
        }
        look(String.join("\n", job.evidence().findings()), Role.UNKNOWN, causes);
        look(job.diagnostics(), role(job.diagnostics()), causes);
        return new Explanation(job, List.copyOf(causes.values()));
    }

    private static void look(String text, Role role, Map<KnownFailure, Cause> causes) {
        for (KnownFailure failure : KnownFailure.values()) {
            failure.in(text, role).ifPresent(cause -> causes.putIfAbsent(failure, cause));
        }
    }

    private static Role role(String diagnostics) {
        return diagnostics.contains("AM Container for") ? Role.APPLICATION_MASTER : Role.UNKNOWN;
    }

    /** The job's diagnostics, what YARN says besides, and the known causes with their keys. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>(List.of(job.diagnostics()));
        reasons.addAll(besides());
        return reasons;
    }

    /** The same without the diagnostics. */
    public List<String> besides() {
        List<String> reasons = new ArrayList<>(job.evidence().findings());
        causes.stream().map(Cause::message).forEach(reasons::add);
        return reasons;
    }

    /** What could not be looked at. */
    public Optional<Warning> doubt() {
        List<String> unread = job.evidence().unread();
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "container-logs-unread",
                        "not all logs of the job that failed could be read (`yarn logs -applicationId "
                                + job.applicationId() + "` may show them): " + String.join("; ", unread)));
    }

    /** What the record keeps; null where nothing was found. */
    public Failure failure() {
        List<ContainerLog> logs = job.evidence().logs();
        return Stream.concat(causes.stream(), logs.stream()).findAny().isEmpty() ? null : new Failure(causes, logs);
    }
}
