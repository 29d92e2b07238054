package org.spindlebench.runner.console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats commands that the user can paste. They begin in the same way as the command that started this program. */
public final class CommandText {
    /** The environment variable in which bin/spindle passes the command that called it. */
    static final String COMMAND = "SPINDLE_COMMAND";

    /** The environment variable that passes the first JVM's {@code sun.java.command} to a second JVM. */
    static final String JAVA_COMMAND = "SPINDLE_JAVA_COMMAND";

    private static final String NAME = "spindle";
    /** Matches {@code sun.java.command} under {@code hadoop jar}: Hadoop's class, our jar, and the arguments. */
    private static final Pattern JAR = Pattern.compile("org\\.apache\\.hadoop\\.util\\.RunJar (\\S+\\.jar)(?: .*)?");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private CommandText() {}

    /** Returns a command line with the given arguments, quoted for a shell. */
    public static String of(String... arguments) {
        return of(List.of(arguments));
    }

    public static String of(List<String> arguments) {
        String program = program(System.getenv(), System.getProperty("sun.java.command", ""));
        return program
                + arguments.stream().map(argument -> " " + quoted(argument)).collect(Collectors.joining());
    }

    /** Returns the command line that prints all advice on the nodes, for a given command line. */
    public static String advising(GenericOptions begun) {
        List<String> arguments = new ArrayList<>(begun.rest());
        if (arguments.isEmpty() || arguments.get(0).startsWith("-")) {
            arguments.add(0, "check");
        } else {
            arguments.set(0, "check");
        }
        arguments.addAll(begun.hadoopArguments());
        arguments.add("--advice");
        return of(arguments);
    }

    /** Returns the command that started this program. */
    static String program(Map<String, String> environment, String javaCommand) {
        if (environment.containsKey(COMMAND)) {
            return quoted(environment.get(COMMAND));
        }
        Matcher jar = JAR.matcher(environment.getOrDefault(JAVA_COMMAND, javaCommand));
        return jar.matches() ? "hadoop jar " + quoted(jar.group(1)) : NAME;
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** Returns the results directory in the form in which the user would name it. */
    public static String shown(Path directory) {
        Path here = Path.of("").toAbsolutePath();
        return directory.startsWith(here) ? here.relativize(directory).toString() : directory.toString();
    }
}
