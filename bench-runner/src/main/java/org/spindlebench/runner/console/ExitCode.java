package org.spindlebench.runner.console;

/** The program's exit codes. Scripts rely on them. */
public enum ExitCode {
    /** All runs are valid, or there was nothing to run. */
    ALL_VALID(0),
    /** A run failed or was invalid. In commands that read files, this means that a line could not be read. */
    RUN_FAILED(1),
    /** The usage or configuration is wrong, and nothing was started. */
    WRONG_USAGE(2),
    /** The cluster cannot be reached. */
    UNREACHABLE(3),
    /** {@code compare} found the contender slower. */
    SLOWER(4),
    /** {@code compare} could not decide whether the contender is slower. */
    UNDECIDED(5),
    /** An unexpected error occurred, which is a fault of Spindle or of the machine. */
    UNEXPECTED(70);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
