/**
 * Contains jobs that write and read files of HDFS and do nothing else.
 *
 * <p>In: numbers of files, bytes and seeds. Out: the files, checksums of the bytes read, and throughputs over time.
 */
package org.spindlebench.jobs.hdfs;
