/**
 * Storage setups on a cluster.
 *
 * <p>In: a setup as its file declares it, its commands, and the findings from the nodes. Out: a changed and restored
 * cluster, the differences from the declaration, and the properties that cannot be checked.
 */
package org.spindlebench.runner.setup;
