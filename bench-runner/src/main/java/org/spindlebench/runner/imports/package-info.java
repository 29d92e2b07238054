/** Contains the command {@code import}, which turns other tools' results and device logs into records. */
package org.spindlebench.runner.imports;
