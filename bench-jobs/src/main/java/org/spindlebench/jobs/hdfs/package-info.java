/**
 * Contains jobs that only write and read files of HDFS.
 *
 * <p>In: the number of files, bytes and a seed. Out: the files, checksums of the bytes read, and throughputs over time.
 */
package org.spindlebench.jobs.hdfs;
