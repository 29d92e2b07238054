package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Enumeration;
import org.apache.log4j.Appender;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/**
 * Where Hadoop's log messages go, so that they do not drown the terminal. Works on log4j 1 and on reload4j, which took
 * over its names; with any other logging it changes nothing.
 */
public final class LogLevels {

    private static final String LINE = "%d{ISO8601} %-5p [%t] %c: %m%n";

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

    /** Standard error hears errors only: embedded daemons warn a lot. */
    public static void errorsOnly() {
        java.util.logging.Logger.getLogger("com.google.inject").setLevel(java.util.logging.Level.SEVERE);
        guarded(() -> Log4j.console(Level.ERROR));
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
            Logger root = Logger.getRootLogger();
            boolean found = false;
            Enumeration<?> appenders = root.getAllAppenders();
            while (appenders.hasMoreElements()) {
                if (appenders.nextElement() instanceof ConsoleAppender console) {
                    console.setThreshold(level);
                    found = true;
                }
            }
            if (!found) {
                ConsoleAppender console = new ConsoleAppender(new PatternLayout(LINE), ConsoleAppender.SYSTEM_ERR);
                console.setThreshold(level);
                root.addAppender(console);
            }
            root.setLevel(Level.INFO);
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
}
