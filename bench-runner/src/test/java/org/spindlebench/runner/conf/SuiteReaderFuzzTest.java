package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;

/** Suites with random damage are either read, or refused with a reason. */
class SuiteReaderFuzzTest {
    @ParameterizedTest
    @ValueSource(strings = {"quick", "full", "paper", "sandisk", "aloja"})
    void aDamagedSuiteIsReadOrRefusedWithAReason(String name) throws IOException {
        String whole = shipped(name);
        Random random = new Random(name.hashCode());
        int refused = 0;
        for (int round = 0; round < Damage.ROUNDS; round++) {
            String text = Damage.of(whole, random);
            Problems problems = new Problems();
            Optional<Suite> suite = SuiteReader.read("fuzz.yaml", text, JobCatalog.names(), Cluster.RUNNING, problems);
            assertThat(suite.isPresent()).as(text).isEqualTo(problems.isEmpty());
            refused += suite.isPresent() ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    private static String shipped(String name) throws IOException {
        try (InputStream in = SuiteReaderFuzzTest.class.getResourceAsStream("/conf/suites/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
