package org.spindlebench.runner.cli;

import java.util.List;
import java.util.Set;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.record.Field;

/**
 * What is asked of results.
 *
 * @param options how to compare
 * @param where which runs count
 * @param by what else tells runs apart
 * @param ignore settings that do not tell runs apart
 * @param skipUnreadable whether lines that cannot be read are no failure
 */
record Asked(ComparisonOptions options, Where where, List<Field> by, Set<String> ignore, boolean skipUnreadable) {
    Asked {
        by = List.copyOf(by);
        ignore = Set.copyOf(ignore);
    }

    /** The exit code where all else is well, if so many lines could not be read. */
    ExitCode ended(long unreadable) {
        return unreadable == 0 || skipUnreadable ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
    }
}
