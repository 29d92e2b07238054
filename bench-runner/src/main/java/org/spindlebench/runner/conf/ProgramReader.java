package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.StrictMap.Keys;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.YamlFile.YamlTree;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Mapping;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Scalar;
import org.spindlebench.runner.program.Placeholders;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.CounterProof;
import org.spindlebench.runner.program.Program.Input;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;

/** Reads an entry of a suite that is a program of the user, and reports all problems at once. */
final class ProgramReader {
    /** The key that only the entry of a program has. */
    private static final String KIND = "kind";

    private static final String JAR = "jar";
    private static final String MAIN = "main";
    private static final String ARGUMENTS = "arguments";
    private static final String COMMAND = "command";
    private static final String SHELL = "shell";
    private static final String INPUT = "input";
    private static final String PREPARE = "prepare";
    private static final String PROOF = "proof";
    private static final Keys CALL_KEYS = Keys.of(KIND + ": " + JAR, JAR, MAIN, ARGUMENTS, COMMAND, SHELL);
    private static final Keys OWN_KEYS = Keys.of("name: NAME", INPUT, PREPARE, "wave", PROOF);
    private static final Keys PROOF_KEYS = Keys.of("output", "success_file", "least_bytes", "least_lines", "counters");

    private static final Keys COUNTER_KEYS = Keys.of("group", "name: MAP_INPUT_RECORDS", "equals", "at_least");

    /** The kinds of data that Spindle makes, by their words in files. */
    private static final List<String> MADE = List.of("tera", "tera-sorted", "text", "random-text");

    private static final String TASK_COUNTERS = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String PRESENT = "present";
    private static final String IDENTIFIER = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
    private static final ValueParser<String> CLASS = ValueParser.matching(
            IDENTIFIER + "(?:\\." + IDENTIFIER + ")*",
            "not the name of a class",
            "a class with its package, such as org.example.Main");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private final StrictMap map;
    private final Problems problems;

    private ProgramReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Checks whether an entry is a program, and not a list of jobs of the catalog. */
    static boolean isProgram(YamlTree entry) {
        return entry instanceof Mapping mapping
                && mapping.entries().stream().anyMatch(each -> each.key().text().equals(KIND));
    }

    /** Returns the keys of an entry, including keys that it shares with other entries. */
    static Keys keys(Keys shared) {
        return CALL_KEYS.and(OWN_KEYS).and(shared);
    }

    /** Reads a program; empty, with problems, if its call cannot be parsed. */
    static Optional<Program> read(StrictMap map, Problems problems) {
        return new ProgramReader(map, problems).program();
    }

    private Optional<Program> program() {
        Optional<Input> input = input();
        List<YamlTree> calls = map.items(PREPARE);
        Set<Placeholder> known = known(input.orElse(null), !calls.isEmpty());
        Optional<Call> run =
                new CallReader(map, problems, without(known, Placeholder.PREPARED, calls.isEmpty())).read();
        List<Call> prepare = new ArrayList<>();
        for (YamlTree call : calls) {
            StrictMap.of(call, "a call of prepare", CALL_KEYS, problems)
                    .flatMap(each -> new CallReader(each, problems, forPrepare(known)).read())
                    .ifPresent(prepare::add);
        }
        OneWaveOf wave = map.value(
                "wave",
                AllowedValues.of("wave", OneWaveOf.values(), one -> one.name().toLowerCase(Locale.ROOT)),
                OneWaveOf.NONE);
        ProgramProof proof = proof(run.map(Call::words).orElse(List.of()), known);
        return run.map(call -> new Program(call, prepare, input.orElse(null), wave, proof));
    }

    private static Set<Placeholder> without(Set<Placeholder> known, Placeholder one, boolean absent) {
        Set<Placeholder> rest = EnumSet.copyOf(known);
        if (absent) {
            rest.remove(one);
        }
        return rest;
    }

    /** The calls that make the data have no output of their own. */
    private static Set<Placeholder> forPrepare(Set<Placeholder> known) {
        Set<Placeholder> rest = EnumSet.copyOf(known);
        rest.remove(Placeholder.OUTPUT);
        return rest;
    }

    /** Returns the placeholders that have a value in this entry. */
    private static Set<Placeholder> known(Input input, boolean prepares) {
        Set<Placeholder> known = EnumSet.allOf(Placeholder.class);
        if (input == null) {
            known.remove(Placeholder.INPUT);
        }
        if (input == null && !prepares) {
            known.removeAll(Set.of(Placeholder.INPUT_BYTES, Placeholder.INPUT_FILES));
        }
        if (input == null || input.made() == null) {
            known.remove(Placeholder.INPUT_RECORDS);
        }
        return known;
    }

    private Optional<Input> input() {
        return map.map(INPUT, Keys.of("made", "path")).flatMap(found -> {
            Optional<String> made = found.value("made", AllowedValues.of("kind of data", MADE));
            Optional<String> path = found.value("path", HdfsPath::parse);
            if (found.has("made") == found.has("path")) {
                problems.add(Problem.at(found.location(), INPUT, "either Spindle makes it, or it has a path")
                        .withRemedy("write `input: {made: text}` or `input: {path: /data/logs}`"));
                return Optional.empty();
            }
            return made.map(kind -> new Input(kind.toUpperCase(Locale.ROOT).replace('-', '_'), null))
                    .or(() -> path.map(there -> new Input(null, there)));
        });
    }

    private ProgramProof proof(List<String> words, Set<Placeholder> known) {
        boolean named = words.stream()
                .anyMatch(word -> Placeholders.in(word).contains(Placeholder.OUTPUT.word())
                        || word.contains(Placeholder.OUTPUT.variable()));
        StrictMap found = map.mapOrEmpty(PROOF, PROOF_KEYS);
        boolean output = found.value("output", AllowedValues.of("output", List.of(PRESENT, "none")))
                .map(PRESENT::equals)
                .orElse(named);
        refuseWithoutOutput(found, output);
        List<CounterProof> counters = found.maps("counters", "a counter", COUNTER_KEYS).stream()
                .flatMap(counter -> counter(counter, known).stream())
                .toList();
        return new ProgramProof(
                output,
                found.value("success_file", AllowedValues.of("word", List.of("true", "false")))
                        .map(Boolean::valueOf)
                        .orElse(output),
                found.value("least_bytes", ByteSize::parse, 0L),
                found.value("least_lines", WholeNumber.between(1, Integer.MAX_VALUE), 0),
                counters);
    }

    private void refuseWithoutOutput(StrictMap proof, boolean output) {
        for (String key : List.of("success_file", "least_bytes", "least_lines")) {
            if (proof.has(key) && !output) {
                proof.refuse(key, "the entry has no output to check", "write `output: present`, or remove the key");
            }
        }
    }

    private Optional<CounterProof> counter(StrictMap counter, Set<Placeholder> known) {
        if (counter.has("equals") == counter.has("at_least")) {
            problems.add(Problem.at(counter.location(), "equals", "a counter needs one value, equals or at_least")
                    .withRemedy("write `at_least: 1`"));
            return Optional.empty();
        }
        ValueParser<String> number = text -> number(text, known);
        Optional<String> exactly = counter.value("equals", number);
        Optional<String> atLeast = counter.value("at_least", number);
        String group = counter.value("group", text -> text, TASK_COUNTERS);
        return counter.value("name", text -> text)
                .filter(name -> exactly.isPresent() || atLeast.isPresent())
                .map(name -> new CounterProof(group, name, exactly.orElse(null), atLeast.orElse(null)));
    }

    private static String number(String text, Set<Placeholder> known) throws NotUnderstoodException {
        boolean placeholder = known.stream().anyMatch(each -> each.written().equals(text));
        if (NUMBER.matcher(text).matches() || (placeholder && Placeholders.isCounted(text))) {
            return text;
        }
        throw new NotUnderstoodException(
                "not the value of a counter", "a whole number, or one placeholder such as ${maps}", "");
    }

    /** Reads one call of a program. */
    private static final class CallReader {
        private final StrictMap map;
        private final Problems problems;
        private final Set<Placeholder> known;

        CallReader(StrictMap map, Problems problems, Set<Placeholder> known) {
            this.map = map;
            this.problems = problems;
            this.known = known;
        }

        Optional<Call> read() {
            return map.value(KIND, AllowedValues.of("kind of program", List.of(JAR, COMMAND)))
                    .flatMap(kind -> kind.equals(JAR) ? jar() : command());
        }

        private Optional<Call> jar() {
            refuse(List.of(COMMAND, SHELL), "a jar has `arguments`");
            map.require(JAR, "/path/of/program.jar");
            Optional<String> main = map.value(MAIN, CLASS);
            List<String> arguments = words(ARGUMENTS);
            return map.value(JAR, text -> text).map(jar -> Call.ofJar(jar, main.orElse(null), arguments));
        }

        private Optional<Call> command() {
            refuse(List.of(JAR, MAIN, ARGUMENTS), "a command has its own words");
            if (map.has(COMMAND) == map.has(SHELL)) {
                problems.add(Problem.at(map.location(), COMMAND, "a command needs its words, or one line of a shell")
                        .withRemedy("write `command: [spark-submit, ...]`, or `shell: \"...\"`"));
                return Optional.empty();
            }
            // A shell interprets ${...} itself, so its line has only the environment's variables.
            Optional<String> line = map.value(SHELL, text -> text);
            List<String> words = words(COMMAND);
            return line.map(Call::ofShell)
                    .or(() -> words.isEmpty() ? Optional.empty() : Optional.of(Call.ofCommand(words)));
        }

        private void refuse(List<String> keys, String reason) {
            for (String key : keys) {
                if (map.has(key)) {
                    map.refuse(key, reason, "remove it, or write another `kind:`");
                }
            }
        }

        private List<String> words(String key) {
            List<String> words = new ArrayList<>();
            for (YamlTree item : map.items(key)) {
                if (item instanceof Scalar scalar && !scalar.isAbsent()) {
                    checkPlaceholders(scalar.location(), key, scalar.text());
                    words.add(scalar.text());
                } else {
                    problems.add(
                            Problem.at(item.location(), key, "a single value is needed, but this is " + item.kind())
                                    .withRemedy("write each word by itself, in quotes if it is empty"));
                }
            }
            return words;
        }

        private void checkPlaceholders(Location location, String key, String text) {
            for (String word : Placeholders.in(text)) {
                Optional<Placeholder> meant = Stream.of(Placeholder.values())
                        .filter(each -> each.word().equals(word))
                        .findFirst();
                if (meant.isEmpty()) {
                    problems.add(AllowedValues.unknown("placeholder", word, Placeholders.words())
                            .at(location, key, text));
                } else if (!known.contains(meant.get())) {
                    problems.add(Problem.at(location, key, "`" + meant.get().written() + "` has no value here")
                            .withValue(text)
                            .withRemedy(remedy(meant.get())));
                }
            }
        }

        private static String remedy(Placeholder placeholder) {
            return switch (placeholder) {
                case INPUT, INPUT_BYTES, INPUT_FILES ->
                    "give the entry an `input: {made: text}` or `input: {path: /data/logs}`";
                case INPUT_RECORDS -> "give the entry an input that Spindle makes, such as `input: {made: text}`";
                case PREPARED -> "give the entry a `prepare`";
                default -> "calls of `prepare` write `" + Placeholder.PREPARED.written() + "`";
            };
        }
    }

    /** Parses paths in the default file system. */
    private static final class HdfsPath {
        private static final String SCHEME = "hdfs://";

        private HdfsPath() {}

        /** Returns the absolute path without scheme, double slashes and a trailing slash. */
        static String parse(String text) throws NotUnderstoodException {
            String path = text.startsWith(SCHEME + "/") ? text.substring(SCHEME.length()) : text;
            boolean goesUp = List.of(path.split("/", -1)).contains("..");
            String plain = path.replaceAll("/+", "/").replaceAll("/$", "");
            if (!path.startsWith("/") || HumanText.hasControl(path) || goesUp || plain.isEmpty()) {
                throw new NotUnderstoodException(
                        "not a path below the root of HDFS",
                        "an absolute path without `..`, such as /data/logs or hdfs:///data/logs",
                        "");
            }
            return plain;
        }
    }
}
