package org.spindlebench.runner.conf;

import java.util.Objects;
import org.spindlebench.analysis.document.HumanText;

/**
 * A problem with a user's input, which Spindle cannot parse or does not allow. Parameters that do not apply are empty.
 *
 * @param nearest the valid word that the user probably meant
 * @param remedy the action that the user should take
 */
public record Problem(
        Location location, String key, String value, String reason, String allowed, String nearest, String remedy) {
    public Problem {
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(reason, "reason");
    }

    /** Creates a problem with a reason. The {@code with} methods add more information. */
    public static Problem at(Location location, String key, String reason) {
        return new Problem(location, key, "", reason, "", "", "");
    }

    /** Creates a problem with an option or argument of the command line. */
    public static Problem ofOption(String option, String reason) {
        return at(Location.COMMAND_LINE, option, reason);
    }

    /** Returns this problem at another place. */
    public Problem withLocation(Location place) {
        return new Problem(place, key, value, reason, allowed, nearest, remedy);
    }

    public Problem withKey(String name) {
        return new Problem(location, name, value, reason, allowed, nearest, remedy);
    }

    public Problem withValue(String text) {
        return new Problem(location, key, text, reason, allowed, nearest, remedy);
    }

    public Problem withAllowed(String text) {
        return new Problem(location, key, value, reason, text, nearest, remedy);
    }

    public Problem withNearest(String text) {
        return new Problem(location, key, value, reason, allowed, text, remedy);
    }

    public Problem withRemedy(String text) {
        return new Problem(location, key, value, reason, allowed, nearest, text);
    }

    /** Returns one line that describes the problem, followed by an indented line for each further text that applies. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("error: ");
        text.append(location.equals(Location.COMMAND_LINE) ? "" : location + ": ");
        text.append(key.isEmpty() ? "" : key + ": ").append(reason);
        line(text, "value", value);
        line(text, "allowed", allowed);
        line(text, "nearest", nearest);
        line(text, "do", remedy);
        // Much of the text comes from files, which may contain control characters.
        return HumanText.visible(text.toString());
    }

    private static void line(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append(System.lineSeparator()).append("    ");
            text.append(label).append(" ".repeat(9 - label.length())).append(value);
        }
    }

    /**
     * The place of an input.
     *
     * @param source a file, a class-path resource or {@code command line}
     * @param line from 1; 0 if lines do not apply
     * @param column from 1
     */
    public record Location(String source, int line, int column) {
        /** The location of all command-line options, including generic ones. */
        public static final Location COMMAND_LINE = new Location("command line", 0, 0);

        @Override
        public String toString() {
            return line == 0 ? source : source + ":" + line + ":" + column;
        }
    }
}
