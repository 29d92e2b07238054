package org.spindlebench.analysis.cell;

/**
 * A valid run: what a cell keeps of it.
 *
 * @param campaign its campaign
 * @param run its id in the campaign
 * @param started when it started, milliseconds since 1970 in UTC; null where it is not known
 * @param block the randomised complete block it was run in, from 1; null where nobody planned it
 * @param visit the visit to its setup, from 1; a campaign of Spindle's own that changed no setup is one visit. Null where nothing is known
 *     of visits, as in most imports
 * @param seconds its duration by YARN's clock, or the one its source gives
 * @param cost what it is said to have cost, in its source's currency; null for Spindle's own runs
 */
public record MeasuredRun(
        String campaign, String run, Long started, Integer block, Integer visit, double seconds, Double cost) {}
