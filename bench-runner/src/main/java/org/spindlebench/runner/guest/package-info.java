/**
 * Keeps a campaign to the limits of a guest on a cluster that others use.
 *
 * <p>In: the user's limits, and how full and how busy the cluster is. Out: whether the next run may begin.
 */
package org.spindlebench.runner.guest;
