/**
 * HDFS read alone. In: a directory of Tera records. Out: counters of the rows and bytes read, nothing else; no order is
 * checked and there are no reducers.
 */
package org.spindlebench.jobs.teraread;
