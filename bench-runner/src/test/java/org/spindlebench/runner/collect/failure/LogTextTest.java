package org.spindlebench.runner.collect.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogTextTest {
    /** Two files as a NodeManager of Hadoop 3.5.0 prints them. */
    private static final String PRINT = """
            Container: container_1_0001_01_000002 on localhost:45971
            LogAggregationType: LOCAL
            ======================================
            LogType:stderr
            LogLastModifiedTime:Sat Nov 21 15:54:02 +0000 2026
            LogLength:6
            LogContents:
            first

            End of LogType:stderr
            LogType:stdout
            LogLength:0
            LogContents:

            End of LogType:stdout
            """;

    @Test
    void filesAreToldApart() {
        assertThat(LogText.files(PRINT)).containsOnlyKeys("stderr", "stdout").containsEntry("stderr", "first\n\n");
    }

    @Test
    void whatIsNoLogHoldsNoFile() {
        assertThat(LogText.files("<html>login</html>")).isEmpty();
    }

    @Test
    void theLastLinesStayWithoutFramesAndBlanks() {
        String trace = """
                java.io.IOException: full
                \tat java.io.X.write(X.java:1)
                \tat a.B$C.<init>(Unknown Source)
                Caused by: java.lang.Error: why
                \t... 12 more

                """;
        assertThat(LogText.end(trace)).containsExactly("java.io.IOException: full", "Caused by: java.lang.Error: why");
    }

    @Test
    void linesAreFewAndShort() {
        List<String> lines = LogText.end(IntStream.range(0, 100)
                .mapToObj(number -> number + "x".repeat(1000))
                .collect(Collectors.joining("\n")));
        assertThat(lines).hasSize(20).allSatisfy(line -> assertThat(line).hasSizeLessThan(310));
        assertThat(lines.get(19)).startsWith("99x");
        assertThat(LogText.beginning("a\nb")).containsExactly("a", "b");
        String pairs = "x".repeat(299) + "\uD83D\uDCBE";
        assertThat(LogText.beginning(pairs)).containsExactly("x".repeat(299) + " ...");
    }

    @Test
    void secretsAreNotInARecord() {
        assertThat(LogText.end("export DB_PASSWORD=s3cr3tX\n-Dpw=s3cr3tX\nInvalidToken: token is expired"))
                .containsExactly("export DB_PASSWORD=<redacted>", "-Dpw=<redacted>", "InvalidToken: token is expired");
    }
}
