package org.spindlebench.analysis.cell;

import org.spindlebench.analysis.record.Warning;

/**
 * A warning and how many runs of the cell carry it.
 *
 * @param warning the warning
 * @param runs at least 1
 */
public record WarningCount(Warning warning, int runs) {}
