package org.spindlebench.runner.cli;

import java.util.List;
import java.util.OptionalLong;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;

/** How the caches are made cold before each measurement. */
public sealed interface Cold {
    /** Not at all: runs are labelled warm. */
    record Off() implements Cold {}

    /** Sync and drop_caches on this host, as root. */
    record Local() implements Cold {}

    /**
     * A shell command of the user's, such as one with pdsh.
     *
     * @param line passed to {@code sh -c}
     */
    record ShellCommand(String line) implements Cold {}

    /**
     * Decoys in HDFS that are read, larger than memory.
     *
     * @param memory bytes of the largest node's memory; empty when the nodes are to be asked
     */
    record Evict(OptionalLong memory) implements Cold {}

    /** As {@link #parse} takes it. */
    default String text() {
        if (this instanceof ShellCommand command) {
            return "command=" + command.line();
        }
        if (this instanceof Evict evict) {
            return evict.memory().isPresent()
                    ? "evict=" + ByteSize.format(evict.memory().getAsLong())
                    : "evict";
        }
        return this instanceof Local ? "local" : "off";
    }

    /** Reads what {@code --cold} was given. */
    static Cold parse(String text) throws NotUnderstoodException {
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
            case "evict" -> new Evict(OptionalLong.empty());
            case "command", "command=" -> throw refuse("a command is missing");
            default ->
                throw Words.unknown("way of cooling", text, List.of("off", "local", "evict", "command=SHELL-COMMAND"));
        };
    }

    private static NotUnderstoodException refuse(String reason) {
        return new NotUnderstoodException(reason, "off, local, evict or command='SHELL COMMAND'", "");
    }
}
