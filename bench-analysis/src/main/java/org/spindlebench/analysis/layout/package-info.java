/**
 * What the storage of nodes really is. In: what was found on each node. Out: a description of it, and which device's counters belong to
 * HDFS and which to the shuffle.
 */
package org.spindlebench.analysis.layout;
