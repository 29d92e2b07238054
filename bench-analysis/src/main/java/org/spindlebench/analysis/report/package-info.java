/**
 * Reports: what people and programs read.
 *
 * <p>In: a summary or findings in base units. Out: text. Scaling and rounding happen here and nowhere else, the same under every locale.
 */
package org.spindlebench.analysis.report;
