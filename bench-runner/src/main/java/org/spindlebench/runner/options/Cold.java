package org.spindlebench.runner.options;

import java.util.List;
import java.util.OptionalLong;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** The way in which caches are made cold before each measurement. */
public sealed interface Cold {
    /** Caches are not made cold; runs are labelled warm. */
    record Off() implements Cold {}

    /** Runs sync and drop_caches on this host, as root. */
    record Local() implements Cold {}

    /** Makes the probe of every node drop its caches, by a rule of sudo. */
    record Yarn() implements Cold {}

    /**
     * Runs a shell command of the user, for example with pdsh.
     *
     * @param line the command, which is passed to {@code sh -c}
     */
    record ShellCommand(String line) implements Cold {}

    /**
     * Reads decoys in HDFS that are larger than memory.
     *
     * @param memory bytes of the largest node's memory; empty if Spindle must ask the nodes
     */
    record Evict(OptionalLong memory) implements Cold {}

    /** Returns the text that {@link #parse} accepts. */
    default String text() {
        if (this instanceof ShellCommand command) {
            return "command=" + command.line();
        }
        if (this instanceof Evict evict) {
            return evict.memory().isPresent()
                    ? "evict=" + ByteSize.format(evict.memory().getAsLong())
                    : "evict";
        }
        return this instanceof Local ? "local" : this instanceof Yarn ? "yarn" : "off";
    }

    public static Cold parse(String text) throws NotUnderstoodException {
        String command = "command=";
        if (text.startsWith(command) && !text.substring(command.length()).isBlank()) {
            return new ShellCommand(text.substring(command.length()));
        }
        String evict = "evict=";
        if (text.startsWith(evict)) {
            return new Evict(OptionalLong.of(ByteSize.parse(text.substring(evict.length()))));
        }
        return switch (text) {
            case "off" -> new Off();
            case "local" -> new Local();
            case "yarn" -> new Yarn();
            case "evict" -> new Evict(OptionalLong.empty());
            case "command", "command=" -> throw refuse("a command is missing");
            default ->
                throw AllowedValues.unknown(
                        "way of cooling", text, List.of("off", "local", "yarn", "evict", "command=SHELL-COMMAND"));
        };
    }

    private static NotUnderstoodException refuse(String reason) {
        return new NotUnderstoodException(reason, "off, local, yarn, evict or command='SHELL COMMAND'", "");
    }
}
