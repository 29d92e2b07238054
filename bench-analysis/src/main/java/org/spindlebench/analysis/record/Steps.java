package org.spindlebench.analysis.record;

/**
 * Seconds of the client's clock that each step of the run took. A step that was not come to is null.
 *
 * @param prepare finding the input, or making and proving it
 * @param settle waiting until what earlier jobs left dirty is written
 * @param cool emptying the caches
 * @param run from submitting the job until its ApplicationMaster's container was gone
 * @param flush having nodes write what the job left dirty; null where nobody watched
 * @param collect reading the job's history
 * @param verify proving the result
 * @param readBack reading the result back, where that was asked for
 * @param clean removing the output
 * @param overhead the runner's own time between the end of the run before and this one's submission: all but preparing,
 *     settling, cooling, flushing, reading back and cleaning. Null for the first run of a client
 */
public record Steps(
        Double prepare,
        Double settle,
        Double cool,
        Double run,
        Double flush,
        Double collect,
        Double verify,
        Double readBack,
        Double clean,
        Double overhead) {}
