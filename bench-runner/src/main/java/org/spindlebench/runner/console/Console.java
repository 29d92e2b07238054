package org.spindlebench.runner.console;

import java.io.PrintStream;
import java.util.function.ToIntFunction;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/**
 * One call of the program: what it was given besides its command's own options, and where it writes.
 *
 * @param generic what Hadoop's own option parser is to get
 * @param problems what is wrong with the command line; commands add what they find, and act only where there is none
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

    /** Adds what is wrong with an option or argument. */
    public void add(Problem problem) {
        problems.add(problem);
    }

    /** Prints a result, if nothing is wrong; the exit code. */
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
