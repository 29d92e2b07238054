/**
 * Runs WordCount, and makes its text. In: a directory of text, made by the generator from {@code spindle.maps},
 * {@code spindle.bytes}, {@code spindle.seed}. Out: each word with its count, and counters that must agree with the
 * generator's. The text is made such that shuffle and output have the sizes of the paper's Table 3.
 */
package org.spindlebench.jobs.wordcount;
