/**
 * Statistics of a few repeated measurements.
 *
 * <p>In: finite numbers. Out: immutable results; a result that does not exist is empty, never NaN. The package depends
 * neither on Hadoop's jobs nor on files.
 */
package org.spindlebench.analysis.stats;
