/**
 * The node probe as a YARN application: an ApplicationMaster that holds one small container on every host, and what runs in these. In: a
 * directory in HDFS with a lease, which a client renews, and requests for windows. Out: a file for each node with what is known of it, and one for each
 * window. Needs no root, no ports and nothing installed.
 */
package org.spindlebench.jobs.probe.yarn;
