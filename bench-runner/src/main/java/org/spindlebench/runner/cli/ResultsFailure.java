package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import org.spindlebench.analysis.compare.UnknownSetupException;
import org.spindlebench.analysis.cost.NothingPricedException;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** What can go wrong with results that the user named: a sentence and an exit code, never a stack trace. */
final class ResultsFailure {
    private ResultsFailure() {}

    /** An action on results. */
    interface Action {
        int run() throws IOException;
    }

    static int guarded(PrintStream err, String consequence, Action action) {
        try {
            return action.run();
        } catch (InvalidDocumentException
                | UnknownSetupException
                | NothingPricedException
                | IllegalArgumentException e) {
            err.println("error: " + e.getMessage() + System.lineSeparator() + consequence);
        } catch (UncheckedIOException e) {
            err.println("error: " + FileFailure.of(e.getCause()) + System.lineSeparator() + consequence);
        } catch (IOException e) {
            err.println("error: " + FileFailure.of(e) + System.lineSeparator() + consequence);
        }
        return ExitCode.WRONG_USAGE.code();
    }
}
