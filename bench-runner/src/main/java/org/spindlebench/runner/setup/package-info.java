/**
 * Storage setups on a cluster.
 *
 * <p>In: a setup as its file declares it, and the findings on the nodes. Out: the differences from the declaration, and
 * what cannot be checked.
 */
package org.spindlebench.runner.setup;
