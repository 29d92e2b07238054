/**
 * Containers that are held, to see how many a queue grants at once. In: {@code spindle.maps}, {@code mapreduce.job.reduces},
 * {@code spindle.hold.ms}. Out: nothing; neither data nor output is read or written.
 */
package org.spindlebench.jobs.sleep;
