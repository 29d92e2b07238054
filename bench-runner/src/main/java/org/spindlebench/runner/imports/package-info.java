/** Contains the command {@code import}, which turns results and device logs of other tools into records. */
package org.spindlebench.runner.imports;
