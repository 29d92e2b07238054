package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private static final Workers BEFORE =
            new Workers(List.of("a", "b"), List.of("a", "b", "b"), List.of("a", "b", "b"));

    @Test
    void aClusterWithAllThatItHadMissesNothing() {
        assertThat(BEFORE.missingSince(BEFORE)).isEmpty();
        assertThat(new Workers(List.of("c", "b", "a"), List.of("b", "a", "b", "c"), List.of("b", "b", "a"))
                        .missingSince(BEFORE))
                .as("more is no less")
                .isEmpty();
    }

    @Test
    void everyDaemonThatIsNotBackIsNamed() {
        assertThat(new Workers(List.of("a"), List.of("a", "b"), List.of("b")).missingSince(BEFORE))
                .containsExactly("the DataNode on b", "the NodeManager on b", "an answer of the NodeManager on a");
    }

    @Test
    void aNodeManagerThatCountsTwiceIsNotOver() {
        Workers one = new Workers(List.of(), List.of("a"), List.of());
        assertThat(new Workers(List.of(), List.of("a", "a"), List.of()).missingSince(one))
                .containsExactly("the end of the earlier NodeManager on a");
    }

    @Test
    void aDataNodeCountsThatWasHeardOfLately() {
        String live = """
                {"a:9866":{"infoAddr":"10.0.0.1:9864","lastContact":2},"b:9866":{"lastContact":7}}""";
        assertThat(NameNodeWeb.heard(live, Duration.ofSeconds(3))).containsExactly("a:9866");
        assertThat(NameNodeWeb.heard(live, Duration.ofSeconds(8))).containsExactly("a:9866", "b:9866");
        assertThat(NameNodeWeb.heard(live, Duration.ofMillis(500))).isEmpty();
    }
}
