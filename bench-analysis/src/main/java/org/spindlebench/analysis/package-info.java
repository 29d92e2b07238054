/** Spindle's analysis as a library. {@link org.spindlebench.analysis.Spindle} is where most programs begin. */
package org.spindlebench.analysis;
