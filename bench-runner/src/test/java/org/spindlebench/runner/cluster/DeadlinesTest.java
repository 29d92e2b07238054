package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.Deadlines.NoAnswerException;

class DeadlinesTest {
    private static final Duration LIMIT = Duration.ofMillis(800);
    private static final Duration LATER = Duration.ofMillis(200);

    private interface Service {
        String ask(String question) throws IOException;

        default String guess() {
            return "unknown";
        }
    }

    private static Duration took(Service service, String question) {
        long begin = System.nanoTime();
        assertThatThrownBy(() -> service.ask(question)).isInstanceOf(NoAnswerException.class);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void aDaemonThatDidNotAnswerGetsLessTimeUntilItAnswers() throws IOException {
        Service service = Deadlines.within(
                LIMIT,
                LATER,
                Service.class,
                question -> {
                    if (question.equals("hangs")) {
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    } else if (question.equals("missing")) {
                        throw new FileNotFoundException(question);
                    }
                    return question;
                },
                "HDFS");

        assertThat(took(service, "hangs")).isGreaterThanOrEqualTo(LIMIT);
        assertThat(took(service, "hangs")).isBetween(LATER, LIMIT.minusMillis(1));
        assertThatThrownBy(() -> service.ask("missing")).isInstanceOf(FileNotFoundException.class);
        assertThat(took(service, "hangs")).as("it has answered").isGreaterThanOrEqualTo(LIMIT);
        assertThat(service.guess()).as("says nothing of the daemon").isEqualTo("unknown");
        assertThat(took(service, "hangs")).isBetween(LATER, LIMIT.minusMillis(1));
        assertThat(service.ask("works")).isEqualTo("works");
        assertThat(took(service, "hangs")).isGreaterThanOrEqualTo(LIMIT);
    }
}
