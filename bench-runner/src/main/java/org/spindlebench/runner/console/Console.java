package org.spindlebench.runner.console;

import java.io.PrintStream;
import java.util.function.ToIntFunction;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/**
 * One call of the program: what it was given besides its command's own options, and where it writes.
 *
 * @param generic what Hadoop's own option parser is to get
 * @param problems of the command line; commands add those they find, and act only if there are none
 * @param out for results
 * @param err for progress and complaints
 * @param cluster does work on a cluster, and gives the exit code
 */
public record Console(
        GenericOptions generic,
        Problems problems,
        PrintStream out,
        PrintStream err,
        ToIntFunction<ClusterAction> cluster) {

    /** Adds a problem of an option or argument. */
    public void add(Problem problem) {
        problems.add(problem);
    }

    /**
     * Prints a result, or all problems if there are any; the exit code.
     *
     * @param consequence what problems keep from happening
     */
    public int print(String text, String consequence) {
        if (!problems.isEmpty()) {
            return refuse(consequence);
        }
        out.println(text);
        return ExitCode.ALL_VALID.code();
    }

    /**
     * Prints all problems; the exit code.
     *
     * @param consequence what did not happen because of them
     */
    public int refuse(String consequence) {
        err.println(problems.report(consequence));
        return ExitCode.WRONG_USAGE.code();
    }
}
