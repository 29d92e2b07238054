package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.Filter;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Where Hadoop's log messages go, so that they do not drown the terminal. Works on log4j 1 and on reload4j, which took
 * over its names; with any other logging it changes nothing.
 */
public final class LogLevels {

    private static final String LINE = "%d{ISO8601} %-5p [%t] %c: %m%n";

    /** Libraries of daemons that do not log by log4j. Held, or their levels could be collected with them. */
    private static final List<java.util.logging.Logger> OF_DAEMONS = List.of(
            java.util.logging.Logger.getLogger("com.google.inject"),
            java.util.logging.Logger.getLogger("com.sun.jersey"));

    private LogLevels() {}

    /** Only warnings and errors of Hadoop reach standard error. */
    public static void quiet() {
        guarded(() -> Log4j.console(Level.WARN));
    }

    /** Everything from INFO up reaches standard error; for {@code --verbose}. */
    public static void verbose() {
        guarded(() -> Log4j.console(Level.INFO));
    }

    /** From now on everything from INFO up is also appended to the file. */
    public static void alsoTo(Path file) {
        guarded(() -> Log4j.file(file));
    }

    /**
     * Standard error no longer hears the daemons that run in this JVM, which warn a lot without need; clients it hears.
     */
    public static void hideDaemons() {
        OF_DAEMONS.forEach(logger -> logger.setLevel(java.util.logging.Level.SEVERE));
        guarded(Log4j::hideDaemons);
    }

    /** Standard error hears nothing: embedded daemons that are stopped call each interrupted thread an error. */
    public static void silent() {
        guarded(() -> Log4j.console(Level.OFF));
    }

    /** Closes the files that {@link #alsoTo} opened. */
    public static void closeFile(Path file) {
        guarded(() -> Log4j.close(file));
    }

    private static void guarded(Runnable change) {
        try {
            change.run();
        } catch (NoClassDefFoundError e) {
            // Another logging library: its own configuration holds.
            return;
        }
    }

    /** Apart, so that this class loads where log4j is missing. */
    private static final class Log4j {

        private Log4j() {}

        static void console(Level level) {
            consoles().forEach(console -> console.setThreshold(level));
            Logger.getRootLogger().setLevel(Level.INFO);
            // Warns at every start wherever the native library is not installed.
            Logger.getLogger("org.apache.hadoop.util.NativeCodeLoader").setLevel(Level.ERROR);
        }

        static void hideDaemons() {
            consoles().forEach(console -> console.addFilter(new NoDaemons()));
        }

        /** Those of the configuration in force; there is always one afterwards. */
        private static List<ConsoleAppender> consoles() {
            List<ConsoleAppender> found = new ArrayList<>();
            Enumeration<?> appenders = Logger.getRootLogger().getAllAppenders();
            while (appenders.hasMoreElements()) {
                if (appenders.nextElement() instanceof ConsoleAppender console) {
                    found.add(console);
                }
            }
            if (found.isEmpty()) {
                found.add(new ConsoleAppender(new PatternLayout(LINE), ConsoleAppender.SYSTEM_ERR));
                Logger.getRootLogger().addAppender(found.get(0));
            }
            return found;
        }

        static void file(Path path) {
            try {
                Appender file = new FileAppender(new PatternLayout(LINE), path.toString(), true);
                file.setName(path.toString());
                ((AppenderSkeleton) file).setThreshold(Level.INFO);
                Logger.getRootLogger().addAppender(file);
                Logger.getRootLogger().setLevel(Level.INFO);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException("cannot write the log " + path, e);
            }
        }

        static void close(Path path) {
            Appender file = Logger.getRootLogger().getAppender(path.toString());
            if (file != null) {
                Logger.getRootLogger().removeAppender(file);
                file.close();
            }
        }
    }

    /** Knows the daemons by the packages of their loggers. */
    private static final class NoDaemons extends Filter {

        private static final List<String> DAEMONS = List.of(
                "org.apache.hadoop.hdfs.MiniDFSCluster",
                "org.apache.hadoop.hdfs.StateChange",
                "org.apache.hadoop.hdfs.server.",
                "org.apache.hadoop.http.",
                "org.apache.hadoop.ipc.Server",
                "org.apache.hadoop.mapred.Shuffle",
                "org.apache.hadoop.mapreduce.v2.hs.",
                "org.apache.hadoop.metrics2.",
                "org.apache.hadoop.security.authentication.server.",
                "org.apache.hadoop.security.token.delegation.",
                "org.apache.hadoop.service.",
                "org.apache.hadoop.util.HostsFileReader",
                "org.apache.hadoop.util.NativeCodeLoader",
                "org.apache.hadoop.yarn.event.",
                "org.apache.hadoop.yarn.server.",
                "org.apache.hadoop.yarn.util.",
                "org.apache.hadoop.yarn.webapp.",
                "org.eclipse.jetty.",
                "org.glassfish.jersey.");

        @Override
        public int decide(LoggingEvent event) {
            return DAEMONS.stream().anyMatch(event.getLoggerName()::startsWith) ? Filter.DENY : Filter.NEUTRAL;
        }
    }
}
