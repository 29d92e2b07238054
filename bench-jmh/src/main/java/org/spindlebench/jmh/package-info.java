/**
 * Contains JMH benchmarks of data generators, and programs that print compression ratios and the skew of partitions.
 *
 * <p>In: nothing. Out: printed numbers.
 */
package org.spindlebench.jmh;
