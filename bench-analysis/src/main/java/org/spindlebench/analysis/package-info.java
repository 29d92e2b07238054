/**
 * Spindle's analysis as a library. In: runs. Out: findings and reports. {@link org.spindlebench.analysis.Spindle} is
 * where most programs begin.
 */
package org.spindlebench.analysis;
