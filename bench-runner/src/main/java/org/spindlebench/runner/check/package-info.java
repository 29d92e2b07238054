/**
 * Checks and estimates of a plan on its cluster before the first run.
 *
 * <p>In: the plan, sized for the cluster, and earlier records. Out: problems with remedies, estimates, calibrated slots
 * and advice on nodes.
 */
package org.spindlebench.runner.check;
