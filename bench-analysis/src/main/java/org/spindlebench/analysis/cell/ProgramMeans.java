package org.spindlebench.analysis.cell;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Means over the valid runs of a program of the user. A run with several applications is one observation: its duration
 * is the time from the start of the first application to the end of the last. Bytes are sums over the tasks of all
 * applications, and null if no run states them.
 *
 * @param runs the runs whose records describe the program's call
 * @param applications applications for each run
 * @param mapReduceJobs MapReduce jobs among them
 * @param sparkApplications applications of Spark among them
 * @param stages maps, reduces and stages of Spark for each run; each kind of task of a MapReduce job is one stage
 * @param mostWaves the largest number of waves of any stage, as a mean over the runs
 * @param callSeconds seconds from the start of the call to its end by the client's clock
 */
public record ProgramMeans(
        int runs,
        double applications,
        @JsonProperty("mapreduce_jobs") double mapReduceJobs,
        double sparkApplications,
        Double stages,
        Double mostWaves,
        Double read,
        Double written,
        Double shuffleRead,
        Double shuffleWritten,
        Double spilled,
        Double callSeconds) {

    /** Collects the runs of one cell. */
    static final class Builder {
        private final Mean applications = new Mean();
        private final Mean mapReduceJobs = new Mean();
        private final Mean sparkApplications = new Mean();
        private final Mean stages = new Mean();
        private final Mean mostWaves = new Mean();
        private final Mean read = new Mean();
        private final Mean written = new Mean();
        private final Mean shuffleRead = new Mean();
        private final Mean shuffleWritten = new Mean();
        private final Mean spilled = new Mean();
        private final Mean callSeconds = new Mean();

        /** Adds a run of a program. */
        void add(RunRecord run) {
            ProgramRun program = run.program();
            applications.accept(program.applications().size());
            mapReduceJobs.accept(program.count(ProgramRun.MAPREDUCE));
            sparkApplications.accept(program.count(ProgramRun.SPARK));
            callSeconds.add(run.times() == null ? null : run.times().clientElapsed());
            List<Stage> all = program.applications().stream()
                    .map(Application::stages)
                    .flatMap(List::stream)
                    .toList();
            // Nothing is known about an application without stages, so a sum over the others would mislead.
            boolean known = program.applications().stream()
                    .noneMatch(each -> each.stages().isEmpty());
            if (known && !all.isEmpty()) {
                stages.accept(all.size());
                all.stream()
                        .map(Stage::waves)
                        .filter(Objects::nonNull)
                        .mapToInt(Integer::intValue)
                        .max()
                        .ifPresent(mostWaves::accept);
                sum(all, Stage::read, read);
                sum(all, Stage::written, written);
                sum(all, Stage::shuffleRead, shuffleRead);
                sum(all, Stage::shuffleWritten, shuffleWritten);
                sum(all, Stage::spilled, spilled);
            }
        }

        private static void sum(List<Stage> stages, Function<Stage, Long> bytes, Mean mean) {
            List<Long> known =
                    stages.stream().map(bytes).filter(Objects::nonNull).toList();
            if (!known.isEmpty()) {
                mean.accept(known.stream().mapToDouble(Long::doubleValue).sum());
            }
        }

        ProgramMeans build() {
            return new ProgramMeans(
                    (int) applications.getCount(),
                    applications.getAverage(),
                    mapReduceJobs.getAverage(),
                    sparkApplications.getAverage(),
                    stages.known(),
                    mostWaves.known(),
                    read.known(),
                    written.known(),
                    shuffleRead.known(),
                    shuffleWritten.known(),
                    spilled.known(),
                    callSeconds.known());
        }
    }
}
