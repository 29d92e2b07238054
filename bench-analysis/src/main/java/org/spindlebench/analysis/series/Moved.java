package org.spindlebench.analysis.series;

/**
 * Requests and bytes. They are no whole numbers where a part of what was counted between two samples is meant.
 *
 * @param reads requests completed
 * @param bytesRead bytes
 * @param writes requests completed
 * @param bytesWritten bytes
 */
public record Moved(double reads, double bytesRead, double writes, double bytesWritten) {}
