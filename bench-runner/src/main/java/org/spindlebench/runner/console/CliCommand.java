package org.spindlebench.runner.console;

import java.util.concurrent.Callable;
import org.spindlebench.runner.conf.Problems;
import picocli.CommandLine.Command;

/** A command of the program. Calling it returns an exit code as in {@link ExitCode}. It never ends the JVM. */
@Command(
        descriptionHeading = "%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public abstract class CliCommand implements Callable<Integer> {
    protected final CliContext context;
    protected final Console console;
    /** The problems of the command line. A command adds the problems that it finds, and acts only if there are none. */
    protected final Problems problems;

    protected CliCommand(CliContext context, Console console) {
        this.context = context;
        this.console = console;
        this.problems = console.problems();
    }

    @Override
    public abstract Integer call();
}
