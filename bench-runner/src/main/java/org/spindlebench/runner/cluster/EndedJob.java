package org.spindlebench.runner.cluster;

import java.time.Instant;
import java.util.List;
import org.spindlebench.analysis.record.Failure.ContainerLog;

/**
 * What YARN and the client know of a job that has ended, before its history is read.
 *
 * @param applicationId YARN's id, or null when none was submitted
 * @param jobId MapReduce's id, or null when none was submitted
 * @param succeeded whether the tool returned 0 and YARN's final status is SUCCEEDED
 * @param diagnostics why it did not succeed; empty when it did
 * @param evidence what was found of its containers when it did not succeed; {@link FailureEvidence#NONE} where nobody looked
 * @param clientSubmitted the client began to submit
 * @param clientFinished the tool returned
 * @param yarnStarted the ResourceManager accepted the application
 * @param yarnFinished the ResourceManager saw it unregister
 * @param amWait seconds until the ApplicationMaster's container was gone
 * @param masters ApplicationMasters that it had, one after the other; null where that is not known
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
        Integer masters) {

    /** A job whose containers nobody has looked at. */
    public EndedJob(
            String applicationId,
            String jobId,
            boolean succeeded,
            String diagnostics,
            Instant clientSubmitted,
            Instant clientFinished,
            Instant yarnStarted,
            Instant yarnFinished,
            Double amWait) {
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
                amWait,
                null);
    }

    /** The same with what was found of its containers. */
    public EndedJob with(FailureEvidence found) {
        return with(found, masters);
    }

    /** The same with the number of its ApplicationMasters. */
    public EndedJob with(Integer number) {
        return with(evidence, number);
    }

    private EndedJob with(FailureEvidence found, Integer number) {
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
                amWait,
                number);
    }

    /**
     * What was found of a job that failed or hangs.
     *
     * @param findings what YARN says besides the application's diagnostics: why it waits, nodes that are unhealthy
     * @param logs the ends of its containers' logs
     * @param unread what could not be read, and why
     */
    public record FailureEvidence(List<String> findings, List<ContainerLog> logs, List<String> unread) {
        /** Nobody looked. */
        public static final FailureEvidence NONE = new FailureEvidence(List.of(), List.of(), List.of());

        public FailureEvidence {
            findings = List.copyOf(findings);
            logs = List.copyOf(logs);
            unread = List.copyOf(unread);
        }
    }
}
