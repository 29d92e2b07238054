package org.spindlebench.runner.cli;

import java.io.PrintStream;

/** Stands in for the commands that need a cluster: says so, and does nothing. */
final class NoCluster implements CommandActions {
    @Override
    public int run(RunRequest request) {
        return refuse("run", request.err());
    }

    @Override
    public int check(RunRequest request) {
        return refuse("check", request.err());
    }

    @Override
    public int clean(CleanRequest request) {
        return refuse("clean", request.err());
    }

    private static int refuse(String command, PrintStream err) {
        err.println("`" + command + "` is not part of this build; nothing was started.");
        return ExitCode.WRONG_USAGE.code();
    }
}
