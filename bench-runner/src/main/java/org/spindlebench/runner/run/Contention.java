package org.spindlebench.runner.run;

import java.util.List;
import java.util.function.Consumer;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Preemption;

/** Nothing that others took away from a run may pass as its storage's doing. */
final class Contention {
    private Contention() {}

    /**
     * Checks a run.
     *
     * @param proofs null where nobody watched
     * @param limit the largest share of others in a valid run; null for any
     */
    static void check(List<TaskTimes> tasks, Proofs proofs, Double limit, Consumer<Check> checks) {
        long preempted = tasks.stream().filter(Preemption::preempted).count();
        checks.accept(new Check("contended: preempted attempts", "0", String.valueOf(preempted), preempted == 0));
        if (limit != null) {
            boolean known = proofs != null && proofs.others().others() != null;
            checks.accept(new Check(
                    "contended: load of others",
                    "a share of at most " + limit,
                    known
                            ? "of processors " + proofs.others().cpuShare() + ", of devices "
                                    + proofs.others().deviceShare()
                            : "not known",
                    known && !proofs.others().beyond(limit)));
        }
    }
}
