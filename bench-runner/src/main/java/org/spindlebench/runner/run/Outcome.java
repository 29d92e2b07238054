package org.spindlebench.runner.run;

import java.util.List;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;

/**
 * How a run ended.
 *
 * @param status its status
 * @param reasons why it is not ok; empty when it is
 * @param culprit the job that failed, the measured one or one beside it; null where none did
 * @param doubts warnings of the steps around the job
 */
record Outcome(Status status, List<String> reasons, EndedJob culprit, List<Warning> doubts) {}
