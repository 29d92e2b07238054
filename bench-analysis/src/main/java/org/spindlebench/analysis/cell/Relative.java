package org.spindlebench.analysis.cell;

/**
 * A cell's sizes over TeraSort's own value of the same size, as in the paper's Table 3. Null where the job's value is unknown, or
 * TeraSort's is unknown or 0.
 *
 * @param input input over TeraSort's input
 * @param shuffle shuffle over TeraSort's shuffle
 * @param outputReplicated replicated output over TeraSort's replicated output
 * @param taskCpu CPU seconds of all tasks over TeraSort's. Table 3's own CPU column is another figure: the busy share of the
 *     machines' hardware threads
 */
public record Relative(Double input, Double shuffle, Double outputReplicated, Double taskCpu) {
    /** Nothing is known. */
    public static final Relative UNKNOWN = new Relative(null, null, null, null);

    static Relative of(MeanSizes job, MeanSizes terasort) {
        return new Relative(
                ratio(job.input(), terasort.input()),
                ratio(job.shuffle(), terasort.shuffle()),
                ratio(job.outputReplicated(), terasort.outputReplicated()),
                ratio(job.taskCpu(), terasort.taskCpu()));
    }

    private static Double ratio(Double value, Double base) {
        return value == null || base == null || base <= 0 ? null : value / base;
    }
}
