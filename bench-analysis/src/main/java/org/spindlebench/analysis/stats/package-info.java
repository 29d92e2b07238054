/**
 * Statistics of a few repeated measurements.
 *
 * <p>In: finite numbers. Out: immutable results; those that do not exist are empty, never NaN. The package knows
 * neither jobs nor files.
 */
package org.spindlebench.analysis.stats;
