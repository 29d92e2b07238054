package org.spindlebench.analysis.record;

import java.time.Instant;

/**
 * When things happened, by YARN's clock, the job's and the client's.
 *
 * @param clientSubmitted the client began to submit
 * @param clientFinished the client saw the end
 * @param yarnStarted the ResourceManager accepted the application
 * @param yarnFinished the ResourceManager saw the application unregister
 * @param jobSubmitted the ApplicationMaster's own time of submission
 * @param jobLaunched the ApplicationMaster was ready to run tasks
 * @param jobFinished the last task had ended and the output was committed
 * @param elapsed seconds: {@code yarnFinished - yarnStarted}; of an imported run what its source measured. The duration that
 *     reports use
 * @param clientElapsed seconds: {@code clientFinished - clientSubmitted}; includes TeraSort's sampling
 * @param amWait seconds waited after the run until the ApplicationMaster's container was gone
 */
public record Times(
        Instant clientSubmitted,
        Instant clientFinished,
        Instant yarnStarted,
        Instant yarnFinished,
        Instant jobSubmitted,
        Instant jobLaunched,
        Instant jobFinished,
        Double elapsed,
        Double clientElapsed,
        Double amWait) {}
