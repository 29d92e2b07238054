package org.spindlebench.runner.cli;

import java.util.List;
import java.util.function.Predicate;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.RunRecord;

/**
 * What is asked of results.
 *
 * @param options how to compare
 * @param where which runs count
 * @param by what else tells runs apart
 */
record Asked(ComparisonOptions options, Predicate<RunRecord> where, List<Field> by) {}
