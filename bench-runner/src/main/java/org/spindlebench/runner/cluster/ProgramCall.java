package org.spindlebench.runner.cluster;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.spindlebench.runner.program.Placeholders;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program.Call;

/**
 * A program of the user that Spindle calls in a process of its own.
 *
 * @param name the program's name in messages
 * @param values the values of placeholders
 * @param configuration Hadoop settings that override the cluster's
 * @param submits whether the program must submit an application; otherwise it may submit one
 * @param log the file for the program's output; null for a file that is removed afterwards
 */
public record ProgramCall(
        String name,
        Call call,
        Map<Placeholder, String> values,
        Map<String, String> configuration,
        boolean submits,
        Path log)
        implements JobCall {
    public ProgramCall {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(call, "call");
        Map<Placeholder, String> copy = new EnumMap<>(Placeholder.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
    }

    /** Makes a call that may end without an application. */
    public ProgramCall(String name, Call call, Map<Placeholder, String> values, Map<String, String> configuration) {
        this(name, call, values, configuration, false, null);
    }

    /** Returns this call as one that must submit an application. */
    public ProgramCall submitting() {
        return new ProgramCall(name, call, values, configuration, true, log);
    }

    /** Returns this call with its output in a file. */
    public ProgramCall to(Path file) {
        return new ProgramCall(name, call, values, configuration, submits, file);
    }

    /** Returns this call with more values of placeholders, which take precedence. */
    public ProgramCall with(Map<Placeholder, String> more) {
        Map<Placeholder, String> all = new EnumMap<>(Placeholder.class);
        all.putAll(values);
        all.putAll(more);
        return new ProgramCall(name, call, all, configuration, submits, log);
    }

    @Override
    public ProgramCall over(Map<String, String> defaults) {
        Map<String, String> merged = new TreeMap<>(defaults);
        merged.putAll(configuration);
        return new ProgramCall(name, call, values, merged, submits, log);
    }

    /**
     * Returns the words of the call with the values of its placeholders.
     *
     * @throws IllegalArgumentException if a placeholder has no value
     */
    public List<String> words() {
        // A shell interprets such words itself, and receives the values as variables.
        return switch (call.kind()) {
            case SHELL -> call.words();
            case JAR, COMMAND ->
                call.words().stream()
                        .map(word -> Placeholders.fill(word, values))
                        .toList();
        };
    }
}
