/**
 * Runs the node probe as a YARN application: an ApplicationMaster holds one small container on every host, which
 * samples its node. In: a directory in HDFS with a lease, which a client renews, and requests for windows. Out: a file
 * for each node that describes it, and one for each window. Needs no root, no ports and no installation.
 */
package org.spindlebench.jobs.probe.yarn;
