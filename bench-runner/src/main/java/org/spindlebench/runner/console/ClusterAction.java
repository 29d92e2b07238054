package org.spindlebench.runner.console;

import java.io.IOException;
import java.io.PrintStream;
import org.spindlebench.runner.cluster.ClusterShape.UnknownQueueException;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;

/** Work on a cluster, which may fail because of the cluster. */
@FunctionalInterface
public interface ClusterAction {
    int run() throws IOException, InterruptedException, ClusterUnreachableException;

    /** Does the work and returns the exit code. A failure prints one sentence to {@code err}, never a stack trace. */
    static int guarded(PrintStream err, ClusterAction action) {
        try {
            return action.run();
        } catch (ClusterUnreachableException e) {
            err.println("error: " + e.getMessage());
            return ExitCode.UNREACHABLE.code();
        } catch (IllegalArgumentException | UnknownQueueException e) {
            err.println("error: " + e.getMessage());
            return ExitCode.WRONG_USAGE.code();
        } catch (IOException e) {
            err.println("error: " + FailureMessage.of(e));
            return ExitCode.RUN_FAILED.code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("error: interrupted");
            return ExitCode.RUN_FAILED.code();
        }
    }
}
