package org.spindlebench.runner.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.Warning;

/**
 * Information from YARN and the client about an ended job, before its history is read.
 *
 * @param applicationId YARN's id, or null if no application was submitted
 * @param jobId MapReduce's id, or null if no job was submitted
 * @param succeeded whether the tool returned 0 and YARN's final status is SUCCEEDED
 * @param diagnostics why it did not succeed; empty if it did
 * @param evidence evidence from the containers of a job that did not succeed; {@link FailureEvidence#NONE} if none was
 *     collected
 * @param clientSubmitted when the client began to submit
 * @param clientFinished when the tool returned
 * @param yarnStarted when the ResourceManager accepted the application
 * @param yarnFinished when the application unregistered at the ResourceManager
 * @param amWait seconds waited before the job until the ApplicationMasters of earlier jobs had left their containers;
 *     null if the job did not wait for them
 * @param masters number of ApplicationMasters that ran one after another; null if unknown
 * @param queue the queue in which YARN ran the application; null if unknown
 * @param seen the time for which the client saw the application; null if it did not see the end
 * @param program the end of a program of the user; null for other jobs. Ids are then those of its first application and
 *     of its first MapReduce job, YARN's times go from the first start to the last end, and the masters are those of
 *     the application with the most
 */
public record EndedJob(
        String applicationId,
        String jobId,
        boolean succeeded,
        String diagnostics,
        FailureEvidence evidence,
        Instant clientSubmitted,
        Instant clientFinished,
        Instant yarnStarted,
        Instant yarnFinished,
        Double amWait,
        Integer masters,
        String queue,
        ObservedLife seen,
        ProgramEnd program) {

    /**
     * The lifetime of an application by the client's own clock, which nobody sets.
     *
     * @param least seconds between the first and the last answer that showed the application alive
     * @param most seconds between the application's submission and the first answer that showed it ended
     */
    public record ObservedLife(double least, double most) {}

    /**
     * Creates a job that waited for no other job, without evidence from its containers or a number of
     * ApplicationMasters.
     */
    public EndedJob(
            String applicationId,
            String jobId,
            boolean succeeded,
            String diagnostics,
            Instant clientSubmitted,
            Instant clientFinished,
            Instant yarnStarted,
            Instant yarnFinished) {
        this(
                applicationId,
                jobId,
                succeeded,
                diagnostics,
                FailureEvidence.NONE,
                clientSubmitted,
                clientFinished,
                yarnStarted,
                yarnFinished,
                null,
                null,
                null,
                null,
                null);
    }

    /** Returns this job as the end of a program. */
    public EndedJob of(ProgramEnd end) {
        return with(evidence, amWait, masters, queue, seen, end);
    }

    public EndedJob with(FailureEvidence found) {
        return with(found, amWait, masters, queue, seen, program);
    }

    /** Returns the job with the number of its ApplicationMasters, and the time for which the client saw it. */
    public EndedJob with(Integer number, ObservedLife span) {
        return with(evidence, amWait, number, queue, span, program);
    }

    /** Returns the job with the queue in which YARN ran it. */
    EndedJob in(String actual) {
        return with(evidence, amWait, masters, actual, seen, program);
    }

    /** Returns a warning if a mapping of the scheduler put the application into another queue than the named one. */
    public Optional<Warning> elsewhere(String named) {
        return queue == null || new QueueName(named).is(queue)
                ? Optional.empty()
                : Optional.of(new Warning(
                        "other-queue",
                        "YARN ran the job in the queue " + queue + ", although sizes follow the limits of the queue "
                                + named + "; name the actual queue with --queue " + queue));
    }

    /** Returns the job with the seconds that it waited for the ApplicationMasters of earlier jobs. */
    public EndedJob after(double waited) {
        return with(evidence, waited, masters, queue, seen, program);
    }

    private EndedJob with(
            FailureEvidence found, Double waited, Integer number, String actual, ObservedLife span, ProgramEnd end) {
        return new EndedJob(
                applicationId,
                jobId,
                succeeded,
                diagnostics,
                found,
                clientSubmitted,
                clientFinished,
                yarnStarted,
                yarnFinished,
                waited,
                number,
                actual,
                span,
                end);
    }

    /** Returns the ids of all its applications in YARN. */
    public Set<String> applications() {
        Set<String> ids = new TreeSet<>();
        Stream.ofNullable(applicationId).forEach(ids::add);
        Stream.ofNullable(program)
                .flatMap(end -> end.applications().stream())
                .map(Application::id)
                .forEach(ids::add);
        return ids;
    }

    /** Converts a time from YARN, where 0 or less means unknown; null if it is unknown. */
    public static Instant instant(long millis) {
        return millis <= 0 ? null : Instant.ofEpochMilli(millis);
    }

    /**
     * The end of a program of the user.
     *
     * @param words the words of the call, with the values of placeholders
     * @param exitCode null if the program did not start or was killed
     * @param applications its applications in the order of their starts, without their stages
     */
    public record ProgramEnd(ProgramCall call, List<String> words, Integer exitCode, List<Application> applications) {
        public ProgramEnd {
            words = List.copyOf(words);
            applications = List.copyOf(applications);
        }

        /** Checks that the program ended well, and submitted at least one application. */
        public void check(Consumer<Check> proof) {
            proof.accept(Check.equal("exit code", 0, exitCode));
            int found = applications.size();
            proof.accept(
                    new Check("applications with the tag of the run", "at least 1", String.valueOf(found), found > 0));
        }
    }

    /**
     * Evidence about a job that failed or hangs.
     *
     * @param findings further information from YARN, such as unhealthy nodes or the reason why the application waits
     * @param logs the last lines of the containers' logs
     * @param unread descriptions of the sources that could not be read, with reasons
     */
    public record FailureEvidence(List<String> findings, List<ContainerLog> logs, List<String> unread) {
        public static final FailureEvidence NONE = new FailureEvidence(List.of(), List.of(), List.of());

        public FailureEvidence {
            findings = List.copyOf(findings);
            logs = List.copyOf(logs);
            unread = List.copyOf(unread);
        }
    }
}
