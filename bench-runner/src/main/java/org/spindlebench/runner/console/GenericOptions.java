package org.spindlebench.runner.console;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;

/**
 * Hadoop's generic options, which may be anywhere on the command line. Hadoop's own parser stops at the first option
 * that it does not know, and silently drops the generic options after it.
 *
 * @param hadoopArguments arguments for Hadoop's parser, which turns them into a configuration, and the Kerberos
 *     login; options and values alternate
 * @param definitions the settings given with {@code -D}, by Hadoop's current names; the last value of a key counts
 * @param rest the other arguments, in order
 */
public record GenericOptions(List<String> hadoopArguments, Map<String, String> definitions, List<String> rest) {
    private static final Set<String> WITH_VALUE =
            Set.of("-conf", "-fs", "-jt", "-libjars", "-files", "-archives", "-tokenCacheFile");
    private static final String DEFINE = "-D";

    /** The options for Kerberos, which every command that needs a cluster has. */
    private static final List<String> LOGIN = List.of("--keytab", "--principal");

    public GenericOptions {
        hadoopArguments = List.copyOf(hadoopArguments);
        definitions = Collections.unmodifiableMap(new LinkedHashMap<>(definitions));
        rest = List.copyOf(rest);
    }

    /** Separates a command line into Hadoop's options and all other arguments. */
    public static GenericOptions extract(List<String> arguments, Problems problems) {
        Extraction extraction = new Extraction(arguments, problems);
        extraction.run();
        extraction.requireBothOrNone();
        return new GenericOptions(extraction.hadoop, extraction.definitions, extraction.rest);
    }

    public List<String> withoutDefinitions() {
        List<String> others = new ArrayList<>();
        for (int at = 0; at < hadoopArguments.size(); at += 2) {
            if (!hadoopArguments.get(at).equals(DEFINE)) {
                others.addAll(hadoopArguments.subList(at, at + 2));
            }
        }
        return others;
    }

    public boolean has(String option) {
        return hadoopArguments.contains(option);
    }

    /** One pass through the arguments. */
    private static final class Extraction {
        private final List<String> arguments;
        private final Problems problems;
        private final List<String> hadoop = new ArrayList<>();
        private final Map<String, String> definitions = new LinkedHashMap<>();
        private final List<String> rest = new ArrayList<>();
        private int next;

        private Extraction(List<String> arguments, Problems problems) {
            this.arguments = arguments;
            this.problems = problems;
        }

        private void run() {
            while (next < arguments.size()) {
                String argument = arguments.get(next++);
                if (argument.equals(DEFINE)) {
                    define(value(DEFINE, "key=value"));
                } else if (argument.startsWith(DEFINE)) {
                    define(argument.substring(DEFINE.length()));
                } else if (LOGIN.stream().anyMatch(option -> argument.startsWith(option + "="))) {
                    int equals = argument.indexOf('=');
                    pass(argument.substring(0, equals), argument.substring(equals + 1));
                } else if (WITH_VALUE.contains(argument) || LOGIN.contains(argument)) {
                    pass(argument, value(argument, "a value"));
                } else {
                    rest.add(argument);
                }
            }
        }

        private void requireBothOrNone() {
            for (String option : LOGIN) {
                if (hadoop.contains(option) && !hadoop.containsAll(LOGIN)) {
                    problems.add(Problem.at(Location.COMMAND_LINE, option, "a login needs a keytab and its principal")
                            .withRemedy("give both --keytab FILE and --principal NAME"));
                }
            }
        }

        private void pass(String option, String value) {
            if (!value.isEmpty()) {
                hadoop.add(option);
                hadoop.add(value);
            }
        }

        /**
         * Returns the argument after an option. If another option or nothing follows, adds a problem and returns empty.
         */
        private String value(String option, String what) {
            if (next == arguments.size()
                    || arguments.get(next).startsWith("-")
                    || arguments.get(next).isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, option, what + " is missing after it")
                        .withRemedy("write " + (option.equals(DEFINE) ? "-D key=value" : option + " VALUE")));
                return "";
            }
            return arguments.get(next++);
        }

        private void define(String definition) {
            int equals = definition.indexOf('=');
            if (equals > 0) {
                String key = HadoopKeys.current(definition.substring(0, equals).trim());
                String value = definition.substring(equals + 1);
                definitions.put(key, value);
                pass(DEFINE, key + "=" + value);
            } else if (!definition.isEmpty()) {
                problems.add(
                        Problem.at(Location.COMMAND_LINE, DEFINE, equals == 0 ? "the key is missing" : "`=` is missing")
                                .withValue(definition)
                                .withRemedy("write -D key=value"));
            }
        }
    }
}
