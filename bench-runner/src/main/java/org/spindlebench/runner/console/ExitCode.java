package org.spindlebench.runner.console;

/** The program's exit codes. Scripts rely on them. Help and documents print the meanings from here. */
public enum ExitCode {
    ALL_VALID(0, "Done. All runs are valid, and all lines of files could be read."),
    RUN_FAILED(
            1,
            "Done in part. A run failed or was invalid, a line of a file could not be read, standard output could not be"
                    + " written, `devices` or `lab` did not do all, `verify` or `bundle` found an alteration, or"
                    + " `compare --fail-if-slower` lacks a job."),
    WRONG_USAGE(2, "Wrong usage, configuration or input. Nothing was started or written."),
    UNREACHABLE(3, "The cluster cannot be reached, or there is none."),
    SLOWER(4, "`compare --fail-if-slower`: a job is slower than the limit."),
    UNDECIDED(5, "`compare --fail-if-slower`: the runs cannot decide."),
    UNEXPECTED(70, "Unexpected error. The message names a file with the details."),
    /** The JVM ends with this code by itself. */
    INTERRUPTED(130, "Interrupted with Ctrl-C.");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    /** Returns when the program ends with this code. */
    public String meaning() {
        return meaning;
    }
}
