package org.spindlebench.runner.console;

import java.util.concurrent.Callable;
import org.spindlebench.runner.conf.Problems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command of the program. Calling it returns an exit code as in {@link ExitCode}. It never ends the JVM. */
@Command(sortOptions = false, mixinStandardHelpOptions = true)
public abstract class CliCommand implements Callable<Integer> {
    protected final CliContext context;
    protected final Console console;
    /** The problems of the command line. A command adds its problems, and acts only if there are none. */
    protected final Problems problems;

    /** Whether to print errors and warnings only. {@link Quiet} drops all other messages. */
    @Option(
            names = {"-q", "--quiet"},
            description = "Print only errors and warnings on stderr: no progress, no hints.")
    protected boolean quiet;

    /** The option of commands that print JSON instead of text. */
    protected static final class JsonOutput {
        @Option(names = "--json", description = "Print JSON on stdout instead of text.")
        public boolean json;
    }

    protected CliCommand(CliContext context, Console console) {
        this.context = context;
        this.console = console;
        this.problems = console.problems();
    }

    @Override
    public abstract Integer call();
}
