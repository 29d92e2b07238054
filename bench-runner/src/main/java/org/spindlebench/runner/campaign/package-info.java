/**
 * Campaigns from a request to their end.
 *
 * <p>In: requests, checked as far as that is possible without a cluster. Out: runs in the plan's order, with the cluster opened, changed and changed
 * back, and what a user is told of it.
 */
package org.spindlebench.runner.campaign;
