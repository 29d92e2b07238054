/**
 * Files that are read only to push others out of page caches. In: what {@code hdfs-write} takes, {@code spindle.nodes}, a directory. Out: one file for each
 * map, with its one replica on the DataNode that was named for it; or, when they are read, the number of their bytes.
 */
package org.spindlebench.jobs.decoy;
