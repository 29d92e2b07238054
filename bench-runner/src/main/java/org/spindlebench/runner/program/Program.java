package org.spindlebench.runner.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A program of the user that is an entry of a suite. Its texts may contain {@link Placeholders}.
 *
 * @param run the measured call
 * @param prepare the calls that make its data, once a visit and outside of the timed window; may be empty
 * @param input the data that the program reads; null if it reads none, or only the data that {@code prepare} made
 * @param wave which of its tasks should run in one wave
 * @param proof the proof of a run
 */
public record Program(Call run, List<Call> prepare, Input input, OneWaveOf wave, ProgramProof proof) {
    public Program {
        Objects.requireNonNull(run, "run");
        prepare = List.copyOf(prepare);
        Objects.requireNonNull(wave, "wave");
        Objects.requireNonNull(proof, "proof");
    }

    /** Returns all calls, in the order in which they are made. */
    public List<Call> calls() {
        return Stream.concat(prepare.stream(), Stream.of(run)).toList();
    }

    /** Returns this program with other calls, which are in the order of {@link #calls}. */
    public Program with(List<Call> calls) {
        int last = calls.size() - 1;
        return new Program(calls.get(last), calls.subList(0, last), input, wave, proof);
    }

    /** Checks whether the program reads data that the suite names. */
    public boolean reads() {
        return input != null || !prepare.isEmpty();
    }

    /** The tasks that are sized to run in one wave. */
    public enum OneWaveOf {
        /** A program uses as many tasks as it needs. */
        NONE,
        MAPS,
        REDUCES,
        BOTH
    }

    /**
     * One call.
     *
     * @param jar the jar's path; null for a command
     * @param main the main class; null for a command, and if the jar's manifest names it
     * @param words the arguments of a jar, the words of a command, or the only line of a shell
     * @param sha256 SHA-256 of the jar; null for a command, and until the file is found
     */
    public record Call(ProgramKind kind, String jar, String main, List<String> words, String sha256) {
        public Call {
            Objects.requireNonNull(kind, "kind");
            words = List.copyOf(words);
            if ((kind == ProgramKind.JAR) != (jar != null) || (kind == ProgramKind.SHELL && words.size() != 1)) {
                throw new IllegalArgumentException("a " + kind.word() + " with the jar " + jar + " and " + words);
            }
        }

        /** Returns a call of a jar's main class. */
        public static Call ofJar(String jar, String main, List<String> arguments) {
            return new Call(ProgramKind.JAR, jar, main, arguments, null);
        }

        public static Call ofCommand(List<String> words) {
            return new Call(ProgramKind.COMMAND, null, null, words, null);
        }

        public static Call ofShell(String line) {
            return new Call(ProgramKind.SHELL, null, null, List.of(line), null);
        }

        /** Returns this call with the jar that was found. */
        public Call found(String path, String digest) {
            return new Call(kind, path, main, words, digest);
        }

        /**
         * Returns the text that distinguishes the call from other calls of the same program: everything but the place
         * of the jar.
         */
        public String arguments() {
            List<String> all = new ArrayList<>();
            if (main != null) {
                all.add(main);
            }
            all.addAll(words);
            return String.join(" ", all);
        }

        /** Returns the call for people, with its placeholders. */
        public String describe() {
            return kind == ProgramKind.JAR ? ("hadoop jar " + jar + " " + arguments()).strip() : arguments();
        }
    }

    /** The ways to call a program. */
    public enum ProgramKind {
        /** A class of a jar, in a JVM of its own. */
        JAR,
        /** A program of the operating system with its arguments, without a shell. */
        COMMAND,
        /** A line of a shell. */
        SHELL;

        /** Returns the word in records. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The data that a program reads. Exactly one component is not null.
     *
     * @param made the kind of data that Spindle makes, a constant of {@code ContentKind}
     * @param path a directory or file in HDFS, which Spindle only reads
     */
    public record Input(String made, String path) {
        public Input {
            if ((made == null) == (path == null)) {
                throw new IllegalArgumentException("an input is made by Spindle or has a path: " + made + ", " + path);
            }
        }
    }

    /**
     * The proof of a run, besides the exit code and the applications' ends.
     *
     * @param output whether the output directory must have data
     * @param success whether the output directory must have a {@code _SUCCESS} file
     * @param leastBytes the fewest bytes of the output; 0 without a limit
     * @param leastLines the fewest lines of the output; 0 without a limit
     */
    public record ProgramProof(
            boolean output, boolean success, long leastBytes, long leastLines, List<CounterProof> counters) {
        public ProgramProof {
            counters = List.copyOf(counters);
        }
    }

    /**
     * The value that a counter must have. Exactly one of {@code exactly} and {@code atLeast} is not null: a whole
     * number or one placeholder.
     */
    public record CounterProof(String group, String name, String exactly, String atLeast) {
        public CounterProof {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(name, "name");
            if ((exactly == null) == (atLeast == null)) {
                throw new IllegalArgumentException("one value for " + name + ": " + exactly + ", " + atLeast);
            }
        }
    }
}
