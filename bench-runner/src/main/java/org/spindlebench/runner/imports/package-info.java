/**
 * Contains the command {@code import}.
 *
 * <p>In: results of other tools. Out: records, and the lines that could not be read.
 */
package org.spindlebench.runner.imports;
