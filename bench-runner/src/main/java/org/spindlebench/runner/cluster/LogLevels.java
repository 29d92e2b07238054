package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.RollingFileAppender;
import org.apache.log4j.spi.Filter;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.log4j.spi.ThrowableInformation;

/**
 * Controls where Hadoop's log messages go, so that they do not fill the terminal. It supports log4j 1 and reload4j,
 * which has the same class names. With any other logging library it does nothing.
 */
public final class LogLevels {

    /** After this many bytes, the file becomes {@code NAME.1}, which replaces an earlier one, and a new file begins. */
    private static final long MOST_BYTES = 64L << 20;

    private static final String LINE = "%d{ISO8601} %-5p [%t] %c: %m%n";

    /** Loggers of libraries without log4j. Without these references, garbage collection could reset their levels. */
    private static final List<java.util.logging.Logger> OF_DAEMONS = List.of(
            java.util.logging.Logger.getLogger("com.google.inject"),
            java.util.logging.Logger.getLogger("com.sun.jersey"));

    private LogLevels() {}

    /** Prints only warnings and errors of Hadoop to standard error. */
    public static void quiet() {
        guarded(() -> Log4j.console(Level.WARN));
    }

    /** Prints all messages from level INFO up to standard error, for {@code --verbose}. */
    public static void verbose() {
        guarded(() -> Log4j.console(Level.INFO));
    }

    /** From now on, also appends all messages from level INFO up to the file. The latest messages are kept. */
    public static void alsoTo(Path file) {
        guarded(() -> Log4j.file(file));
    }

    /** Hides daemons' messages from standard error, because many are needless warnings. Clients' messages remain. */
    public static void hideDaemons() {
        OF_DAEMONS.forEach(logger -> logger.setLevel(java.util.logging.Level.SEVERE));
        guarded(Log4j::hideDaemons);
    }

    /** Prints nothing to standard error, where stopped embedded daemons report each interrupted thread. */
    public static void silent() {
        guarded(() -> Log4j.console(Level.OFF));
    }

    public static void closeFile(Path file) {
        guarded(() -> Log4j.close(file));
    }

    private static void guarded(Runnable change) {
        try {
            change.run();
        } catch (NoClassDefFoundError e) {
            // Another logging library is in use, and it has its own configuration.
            return;
        }
    }

    /** The part that needs log4j. It is a separate class so that the outer class can be loaded without log4j. */
    private static final class Log4j {

        private Log4j() {}

        static void console(Level level) {
            for (ConsoleAppender console : consoles()) {
                console.setThreshold(level);
                console.addFilter(new NoInterrupts());
            }
            Logger.getRootLogger().setLevel(Level.INFO);
            // This class warns at every start if the native library is not installed.
            Logger.getLogger("org.apache.hadoop.util.NativeCodeLoader").setLevel(Level.ERROR);
        }

        static void hideDaemons() {
            consoles().forEach(console -> console.addFilter(new NoDaemons()));
        }

        /** Returns the console appenders of the current configuration. If there is none, adds one. */
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
                RollingFileAppender file = new RollingFileAppender(new PatternLayout(LINE), path.toString(), true);
                file.setName(path.toString());
                file.setThreshold(Level.INFO);
                file.setMaximumFileSize(MOST_BYTES);
                file.setMaxBackupIndex(1);
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

    /** Filters the stack traces with which Hadoop's clients report that a call was interrupted at its time limit. */
    private static final class NoInterrupts extends Filter {

        @Override
        public int decide(LoggingEvent event) {
            ThrowableInformation thrown = event.getThrowableInformation();
            for (Throwable t = thrown == null ? null : thrown.getThrowable(); t != null; t = t.getCause()) {
                if (t instanceof InterruptedException
                        || t instanceof InterruptedIOException
                        || t instanceof ClosedByInterruptException) {
                    return Filter.DENY;
                }
            }
            return Filter.NEUTRAL;
        }
    }

    /** Filters the messages of daemons, which it recognises by the packages of their loggers. */
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
