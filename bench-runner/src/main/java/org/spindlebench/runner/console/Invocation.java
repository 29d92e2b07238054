package org.spindlebench.runner.console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Commands for the user to paste: they begin as the one did by which this program was started. */
public final class Invocation {
    /** Set by bin/spindle: how it was called. */
    static final String COMMAND = "SPINDLE_COMMAND";

    /** Set for a second JVM: what the first one's {@code sun.java.command} was. */
    static final String JAVA_COMMAND = "SPINDLE_JAVA_COMMAND";

    private static final String NAME = "spindle";
    private static final String RESUME = "--resume";

    /** What Java says of itself under {@code hadoop jar}: its class, our jar, and the arguments. */
    private static final Pattern JAR = Pattern.compile("org\\.apache\\.hadoop\\.util\\.RunJar (\\S+\\.jar)(?: .*)?");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private Invocation() {}

    /** A command line, with what a shell needs quoted. */
    public static String of(String... arguments) {
        return of(List.of(arguments));
    }

    /** A command line, with what a shell needs quoted. */
    public static String of(List<String> arguments) {
        String program = program(System.getenv(), System.getProperty("sun.java.command", ""));
        return program
                + arguments.stream().map(argument -> " " + quoted(argument)).collect(Collectors.joining());
    }

    /** The command line that goes on with a campaign of one setup: the one that began it, with {@code --resume}. */
    public static String resuming(String campaign, GenericOptions begun) {
        List<String> arguments = new ArrayList<>(begun.rest());
        if (arguments.isEmpty() || arguments.get(0).startsWith("-")) {
            arguments.add(0, "run");
        }
        int named = arguments.indexOf(RESUME) + 1;
        if (named > 0 && named < arguments.size() && !arguments.get(named).startsWith("-")) {
            arguments.remove(named);
        }
        arguments.removeIf(argument -> argument.startsWith(RESUME));
        arguments.addAll(begun.hadoopArguments());
        arguments.addAll(List.of(RESUME, campaign));
        return of(arguments);
    }

    /** How this program was started. */
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

    /** The results directory as the user would name it. */
    public static String shown(Path directory) {
        Path here = Path.of("").toAbsolutePath();
        return directory.startsWith(here) ? here.relativize(directory).toString() : directory.toString();
    }
}
