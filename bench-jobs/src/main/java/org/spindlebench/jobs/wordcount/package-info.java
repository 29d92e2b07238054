/**
 * Runs WordCount, and makes its text. The text is made so that shuffle and output have the sizes in the paper's Table
 * 3.
 *
 * <p>In: a directory of text, which the generator makes from {@code spindle.maps}, {@code spindle.bytes} and
 * {@code spindle.seed}. Out: each word with its count, and counters that must agree with the generator's.
 */
package org.spindlebench.jobs.wordcount;
