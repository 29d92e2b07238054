package org.spindlebench.runner.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLevelsTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    @Test
    void aLogHasALimitAndKeepsItsEnd() throws Exception {
        Path file = directory.resolve("hadoop.log");
        Level level = Logger.getRootLogger().getLevel();
        LogLevels.alsoTo(file);
        try {
            Appender log = Logger.getRootLogger().getAppender(file.toString());
            for (int i = 1; i <= 200; i++) {
                log.doAppend(event("message " + i + " " + "x".repeat(MIB)));
            }
            log.doAppend(event("the last message"));
        } finally {
            LogLevels.closeFile(file);
            Logger.getRootLogger().setLevel(level);
        }

        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("hadoop.log", "hadoop.log.1");
        assertThat(Files.size(file)).isLessThan(66L * MIB);
        assertThat(Files.size(directory.resolve("hadoop.log.1"))).isBetween(64L * MIB, 66L * MIB);
        assertThat(Files.readString(file)).endsWith("the last message\n");
    }

    @Test
    void theConsoleShowsWarningsButNoCallThatWasInterrupted() {
        PrintStream before = System.err;
        Level level = Logger.getRootLogger().getLevel();
        List<Appender> appenders = new ArrayList<>();
        for (Object appender :
                Collections.list((Enumeration<?>) Logger.getRootLogger().getAllAppenders())) {
            appenders.add((Appender) appender);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Logger.getRootLogger().removeAllAppenders();
        System.setErr(new PrintStream(printed, true, UTF_8));
        try {
            LogLevels.quiet();
            Logger log = Logger.getLogger(LogLevelsTest.class);
            log.warn("a warning", new IOException("refused"));
            log.warn("interrupted", new InterruptedException("sleep interrupted"));
            log.warn("wrapped", new IOException(new InterruptedIOException()));
        } finally {
            System.setErr(before);
            Logger.getRootLogger().removeAllAppenders();
            appenders.forEach(Logger.getRootLogger()::addAppender);
            Logger.getRootLogger().setLevel(level);
        }
        assertThat(printed.toString(UTF_8))
                .contains("a warning", "java.io.IOException: refused")
                .doesNotContain("interrupted", "wrapped");
    }

    private static LoggingEvent event(String message) {
        return new LoggingEvent(
                LogLevelsTest.class.getName(), Logger.getLogger(LogLevelsTest.class), Level.INFO, message, null);
    }
}
