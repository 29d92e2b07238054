package org.spindlebench.runner.console;

import java.io.PrintStream;
import java.util.function.ToIntFunction;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/**
 * One call of the program, with its output and all input except the command's own options.
 *
 * @param generic arguments for Hadoop's own option parser
 * @param problems problems of the command line; commands add the problems that they find, and act only if there are
 *     none
 * @param out stream for results
 * @param err stream for progress and error messages
 * @param cluster does work on a cluster and returns the exit code
 */
public record Console(
        GenericOptions generic,
        Problems problems,
        PrintStream out,
        PrintStream err,
        ToIntFunction<ClusterAction> cluster) {

    public void add(Problem problem) {
        problems.add(problem);
    }

    /** Prints a result, or the problems and their effect if there are any, and returns the exit code. */
    public int print(String text, String consequence) {
        if (!problems.isEmpty()) {
            return refuse(consequence);
        }
        out.println(text);
        return ExitCode.ALL_VALID.code();
    }

    /** Prints all problems and their effect, and returns the exit code. */
    public int refuse(String consequence) {
        err.println(problems.report(consequence));
        return ExitCode.WRONG_USAGE.code();
    }
}
