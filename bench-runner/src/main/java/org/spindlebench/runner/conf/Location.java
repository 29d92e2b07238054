package org.spindlebench.runner.conf;

/**
 * Where something was written.
 *
 * @param source a file, a class-path resource or {@code command line}
 * @param line from 1; 0 where lines mean nothing
 * @param column from 1
 */
public record Location(String source, int line, int column) {
    /** Where options and generic options are written. */
    public static final Location COMMAND_LINE = new Location("command line", 0, 0);

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}
