package org.spindlebench.runner.cluster;

import java.time.Instant;

/**
 * What YARN and the client know of a job that has ended, before its history is read.
 *
 * @param applicationId YARN's id, or null when none was submitted
 * @param jobId MapReduce's id, or null when none was submitted
 * @param succeeded whether the tool returned 0 and YARN's final status is SUCCEEDED
 * @param diagnostics why it did not succeed; empty when it did
 * @param clientSubmitted the client began to submit
 * @param clientFinished the tool returned
 * @param yarnStarted the ResourceManager accepted the application
 * @param yarnFinished the ResourceManager saw it unregister
 * @param amWait seconds until the ApplicationMaster's container was gone
 */
public record EndedJob(
        String applicationId,
        String jobId,
        boolean succeeded,
        String diagnostics,
        Instant clientSubmitted,
        Instant clientFinished,
        Instant yarnStarted,
        Instant yarnFinished,
        Double amWait) {}
