package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.runner.collect.RecordedJob.AttemptNote;

class AttemptNoteTest {
    @Test
    void theFirstLineThatSaysSomethingIsKept() {
        assertThat(AttemptNote.of("KILLED", "Container preempted by scheduler\nContainer killed on request."))
                .isEqualTo("Container preempted by scheduler");
        assertThat(AttemptNote.of(
                        "FAILED",
                        "\n  \n\tat a.B.c(B.java:1)\n Error: java.io.IOException: full \n\tat a.B.c(B.java:1)\n"))
                .isEqualTo("Error: java.io.IOException: full");
    }

    @Test
    void nothingIsNotedOfWhatSucceededOrOfWhatNobodySays() {
        assertThat(AttemptNote.of("SUCCEEDED", "cleaned up")).isNull();
        assertThat(AttemptNote.of("KILLED", null)).isNull();
        assertThat(AttemptNote.of("KILLED", " \n")).isNull();
    }

    @Test
    void aLongLineIsCutBetweenCharacters() {
        assertThat(AttemptNote.of("FAILED", "x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(AttemptNote.of("FAILED", "x".repeat(201))).isEqualTo("x".repeat(197) + "...");
        String pairs = "x".repeat(196) + "\uD83D\uDCBE".repeat(20);
        assertThat(AttemptNote.of("FAILED", pairs)).isEqualTo("x".repeat(196) + "...");
    }
}
