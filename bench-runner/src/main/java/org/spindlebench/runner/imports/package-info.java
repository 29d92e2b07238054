/**
 * The command {@code import}: results and device logs of others become records.
 */
package org.spindlebench.runner.imports;
