/**
 * Files that are read only to push others out of page caches. In: what {@code hdfs-write} takes, {@code spindle.nodes}, a directory. Out: one file for each
 * map, with its one replica on the DataNode that was named for it. {@code hdfs-read-back} reads them.
 */
package org.spindlebench.jobs.decoy;
