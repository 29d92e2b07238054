package org.spindlebench.launcher;

import java.io.File;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/** The main class of the jar. It finds a Java that is new enough and passes the command line on to it. */
public final class Launcher {
    private static final String MAIN = "org.spindlebench.runner.cli.Main";

    /** The environment variable that names the Java to use if the gateway's own is too old. */
    static final String JAVA_HOME = "SPINDLE_JAVA_HOME";

    /** Marks the second JVM. Otherwise a SPINDLE_JAVA_HOME that is too old would start JVMs forever. */
    static final String STARTED_AGAIN = "SPINDLE_STARTED_AGAIN";

    static final String NO_HADOOP =
            "There is no Hadoop on the class path: start this jar with `hadoop jar`, or start Spindle with bin/spindle"
                    + " after setting HADOOP_HOME to an unpacked Hadoop 3.3 or newer.";

    private static final int WRONG_USAGE = 2;

    private static final int UNREACHABLE = 3;

    private Launcher() {}

    public static void main(String[] args) throws Exception {
        String version = System.getProperty("java.version", "");
        if (JavaVersion.isNewEnough(version)) {
            runHere(args);
            return;
        }
        int code = startElsewhere(version, System.getenv(), args, System.err);
        // CHECKSTYLE:OFF a main method
        System.exit(code);
        // CHECKSTYLE:ON
    }

    /**
     * Runs the command line in this JVM. It uses reflection because an old JVM cannot load the command line's class.
     */
    private static void runHere(String[] args) throws Exception {
        try {
            Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (isMissingHadoop(cause)) {
                System.err.println("error: " + NO_HADOOP);
                // CHECKSTYLE:OFF a main method
                System.exit(UNREACHABLE);
                // CHECKSTYLE:ON
            }
            if (cause instanceof Error) {
                throw (Error) cause;
            }
            throw cause instanceof Exception ? (Exception) cause : e;
        }
    }

    /** Checks whether Hadoop's classes are missing, which come from the cluster or the script, not the jar. */
    static boolean isMissingHadoop(Throwable cause) {
        return cause instanceof NoClassDefFoundError
                && String.valueOf(cause.getMessage())
                        .replace('.', '/')
                        .matches("org/(?:apache/(?:hadoop|avro)|slf4j)/.*");
    }

    static int startElsewhere(String version, Map<String, String> environment, String[] args, PrintStream err)
            throws Exception {
        String refusal = refusal(version, environment);
        if (refusal != null) {
            err.println("error: " + refusal);
            return WRONG_USAGE;
        }
        SecondJvm jvm = new SecondJvm(
                javaIn(environment.get(JAVA_HOME)),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                ClassPathOf.thisJvm());
        return jvm.run(args);
    }

    /** Returns one sentence that says why no second JVM can be started; null if one can. */
    static String refusal(String version, Map<String, String> environment) {
        String home = environment.get(JAVA_HOME);
        String needed = "Spindle needs Java " + JavaVersion.NEEDED + " or newer";
        if (home == null || home.isEmpty()) {
            return needed + ", but this is Java " + version + " (" + System.getProperty("java.home") + "): set "
                    + JAVA_HOME + " to the directory of a newer one, and run the same command again.";
        }
        if (environment.containsKey(STARTED_AGAIN)) {
            return needed + ", and " + JAVA_HOME + "=" + home + " is Java " + version + ": set it to a newer one.";
        }
        if (!javaIn(home).canExecute()) {
            return needed + ", and " + JAVA_HOME + "=" + home + " contains no bin/java: set it to the directory of a"
                    + " Java "
                    + JavaVersion.NEEDED + ".";
        }
        return null;
    }

    private static File javaIn(String home) {
        return new File(new File(home, "bin"), "java");
    }
}
