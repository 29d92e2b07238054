/**
 * Keeps a campaign to the limits of a guest on a cluster that others use.
 *
 * <p>In: the user's limits, and the load and the used space of the cluster. Out: whether the next run may begin.
 */
package org.spindlebench.runner.guest;
