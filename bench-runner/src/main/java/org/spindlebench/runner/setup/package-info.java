/**
 * Storage setups on a cluster. In: a setup as its file declares it, and the findings on the nodes. Out: what is not in
 * force, and what cannot be checked.
 */
package org.spindlebench.runner.setup;
