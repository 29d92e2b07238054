package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.jobs.JobCatalog;

/** Suites with random damage are read, or refused with a reason; nothing else. {@code -Dspindle.fuzz.rounds} sets how many. */
class SuiteReaderFuzzTest {
    private static final int ROUNDS = Integer.getInteger("spindle.fuzz.rounds", 1_000);
    private static final String ALPHABET = "{}[]:,-#&*!|>'\"%@` \n\tabz09.~\u00e9\u0000";

    @ParameterizedTest
    @ValueSource(strings = {"quick", "full", "paper", "sandisk", "aloja"})
    void aDamagedSuiteIsReadOrRefusedWithAReason(String name) throws IOException {
        String whole = shipped(name);
        Random random = new Random(name.hashCode());
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = damaged(whole, random);
            Problems problems = new Problems();
            Optional<Suite> suite = SuiteReader.read("fuzz.yaml", text, JobCatalog.names(), Cluster.RUNNING, problems);
            assertThat(suite.isPresent()).as(text).isEqualTo(problems.isEmpty());
            refused += suite.isPresent() ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(4); i++) {
            int at = random.nextInt(damaged.length());
            char with = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(3)) {
                case 0 -> damaged.setCharAt(at, with);
                case 1 -> damaged.insert(at, with);
                default -> damaged.delete(at, Math.min(damaged.length() - 1, at + 1 + random.nextInt(20)));
            }
        }
        return damaged.toString();
    }

    private static String shipped(String name) throws IOException {
        try (InputStream in = SuiteReaderFuzzTest.class.getResourceAsStream("/conf/suites/" + name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
