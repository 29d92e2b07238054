/**
 * Storage setups on a cluster: in come a setup as its file declares it and what the nodes were found to have; out go what of it is not in
 * force, and what can't be seen.
 */
package org.spindlebench.runner.setup;
