/**
 * Runs campaigns, from a request to their end.
 *
 * <p>In: requests, checked as far as possible without a cluster. Out: runs in the plan's order, and messages to the
 * user. The package opens the cluster, changes it for a setup and changes it back.
 */
package org.spindlebench.runner.campaign;
