package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PendingDeletionsTest {
    @Test
    void aDataNodesDataSetsAreSummedUp() throws Exception {
        assertThat(PendingDeletions.sum(new ObjectMapper()
                        .readTree("{\"beans\":[{\"PendingAsyncDeletions\":3},{\"PendingAsyncDeletions\":4},{}]}")))
                .hasValue(7);
    }

    @Test
    void aDataNodeBefore34DoesNotSay() throws Exception {
        assertThat(PendingDeletions.sum(new ObjectMapper().readTree("{\"beans\":[{\"Capacity\":3}]}")))
                .isEmpty();
    }

    @Test
    void aDataNodeThatDoesNotAnswerIsLeftAloneForAWhileAndThenAskedAgain() {
        AtomicLong nanos = new AtomicLong();
        PendingDeletions pending = new PendingDeletions(null, nanos::get);
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        Map<String, OptionalLong> answers = new HashMap<>(Map.of("a", OptionalLong.of(3), "b", OptionalLong.empty()));
        Function<String, OptionalLong> question = web -> {
            asked.add(web);
            return answers.get(web);
        };
        List<String> webs = List.of("a", "b");

        assertThat(pending.total(webs, question)).isEqualTo(3);
        assertThat(pending.total(webs, question)).isEqualTo(3);
        assertThat(asked).containsExactlyInAnyOrder("a", "b", "a");

        answers.put("b", OptionalLong.of(4));
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(10));
        assertThat(pending.total(webs, question)).isEqualTo(7);
        assertThat(pending.total(webs, question)).isEqualTo(7);
    }
}
