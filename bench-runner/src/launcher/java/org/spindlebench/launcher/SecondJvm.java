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
     * Passes on only heap sizes and properties. The other Java would refuse collector flags, agents and ports that are
     * meant for this one.
     */
    static boolean isPassedOn(String argument) {
        if (argument.startsWith("-Xmx") || argument.startsWith("-Xms")) {
            return true;
        }
        if (!argument.startsWith("-D")) {
            return false;
        }
        String property = argument.substring(2);
        if (!property.startsWith("java.")) {
            return true;
        }
        for (String allowed : JAVA_PROPERTIES) {
            if (property.startsWith(allowed)) {
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
