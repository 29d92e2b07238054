package org.spindlebench.analysis.cell;

/**
 * How far a campaign has come.
 *
 * @param name its name
 * @param finished its runs that have a record and were not interrupted
 * @param planned the runs of its plan; the finished ones where it was imported
 */
public record Campaign(String name, int finished, int planned) {}
