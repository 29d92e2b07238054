/**
 * Runs the node probe as a YARN application. Its ApplicationMaster keeps a small container on every host, which
 * samples the host's node. It needs no root access, no ports and no installation.
 *
 * <p>In: a directory in HDFS with a lease that the client renews, and requests for samples, flushes, cooling or device
 * measurements. Out: for each node, a file that describes the node, and a file for each request.
 */
package org.spindlebench.jobs.probe.yarn;
