/**
 * Statistics of a few repeated measurements.
 *
 * <p>In: finite numbers. Out: immutable results; what does not exist is absent, never NaN. Knows nothing of jobs or files.
 */
package org.spindlebench.analysis.stats;
