package org.spindlebench.launcher;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs the same program with another Java. Class path, system properties and standard streams are the same. */
final class SecondJvm {
    /** The {@code java.…} properties that a user or Hadoop's scripts may set. All others describe the old JVM. */
    private static final List<String> JAVA_PROPERTIES = Arrays.asList(
            "java.library.path",
            "java.io.tmpdir",
            "java.security.krb5.",
            "java.security.auth.login.config",
            "java.net.");

    /** The collectors that Java 8 and every later one have, and modules that the user opens. */
    private static final List<String> JVM_FLAGS = Arrays.asList(
            "-Xmx",
            "-Xms",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseG1GC",
            "-XX:ParallelGCThreads=",
            "--add-exports=",
            "--add-opens=");

    /** Hadoop before 3.3 reads the realm of Kerberos there, and would take a principal for a user's name. */
    private static final String KERBEROS = "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED";

    /** The environment variable with the command that started this JVM, for messages that name commands. */
    private static final String FIRST_COMMAND = "SPINDLE_JAVA_COMMAND";

    private final File java;
    private final List<String> inputArguments;
    private final String classPath;

    SecondJvm(File java, List<String> inputArguments, String classPath) {
        this.java = java;
        this.inputArguments = inputArguments;
        this.classPath = classPath;
    }

    int run(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(args)).inheritIO();
        builder.environment().put(Launcher.STARTED_AGAIN, "true");
        builder.environment().put(FIRST_COMMAND, System.getProperty("sun.java.command", ""));
        Process process = builder.start();
        Thread endWithMe = new Thread(process::destroy, "end-second-jvm");
        Runtime.getRuntime().addShutdownHook(endWithMe);
        int code = process.waitFor();
        removeHook(endWithMe);
        return code;
    }

    List<String> command(String... args) {
        List<String> command = new ArrayList<>();
        command.add(java.getPath());
        command.add(KERBEROS);
        for (String argument : inputArguments) {
            if (isPassedOn(argument)) {
                command.add(argument);
            }
        }
        command.addAll(Arrays.asList("-cp", classPath, Launcher.class.getName()));
        command.addAll(Arrays.asList(args));
        return command;
    }

    /**
     * Passes on heap sizes, some collectors, opened modules and properties. The other Java would refuse collectors that
     * only the old one has, and agents and ports that are meant for this one.
     */
    static boolean isPassedOn(String argument) {
        if (!argument.startsWith("-D")) {
            return startsWithOneOf(JVM_FLAGS, argument);
        }
        String property = argument.substring(2);
        return !property.startsWith("java.") || startsWithOneOf(JAVA_PROPERTIES, property);
    }

    private static boolean startsWithOneOf(List<String> beginnings, String text) {
        for (String beginning : beginnings) {
            if (text.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is already shutting down, and its hook ends the child process if necessary.
            return;
        }
    }
}
