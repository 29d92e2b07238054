/**
 * Jobs that write and read files of HDFS and nothing else.
 *
 * <p>In: numbers of files, bytes and seeds. Out: the files, checksums of what was read, and throughputs over time.
 */
package org.spindlebench.jobs.hdfs;
