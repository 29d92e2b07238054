/**
 * Runs campaigns, from a request to their end.
 *
 * <p>In: requests, checked as far as possible without a cluster. Out: runs in the plan's order, and messages to the
 * user. The package also opens the cluster, applies setups and restores the cluster.
 */
package org.spindlebench.runner.campaign;
