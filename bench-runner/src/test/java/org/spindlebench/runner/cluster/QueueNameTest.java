package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueNameTest {
    @ParameterizedTest
    @CsvSource({
        "default,            default,            true",
        "default,            root.default,       true",
        "root.default,       default,            true",
        "root.a.night,       root.a.night,       true",
        "a.night,            root.a.night,       true",
        "night,              root.a.night,       true",
        "root.a.night,       root.b.night,       false",
        "root.night,         root.a.night,       false",
        "night,              tonight,            false",
        "default,            root.users.ada,     false",
        "root.users.ada,     default,            false"
    })
    void pathsAreComparedInFullAndOtherNamesByTheirLastParts(String named, String actual, boolean same) {
        assertThat(new QueueName(named).is(actual)).isEqualTo(same);
    }

    @Test
    void aJobInAnotherQueueIsAWarningThatNamesTheQueue() {
        EndedJob job = new EndedJob("application_1", "job_1", true, "", null, null, null, null);

        assertThat(job.elsewhere("default")).as("of an unknown queue").isEmpty();
        assertThat(job.in("default").elsewhere("root.default")).isEmpty();
        assertThat(job.in("root.users.ada").elsewhere("default")).hasValueSatisfying(warning -> {
            assertThat(warning.code()).isEqualTo("other-queue");
            assertThat(warning.message()).endsWith("name the actual queue with --queue root.users.ada");
        });
    }
}
