package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.WriteProof.WriteObservation;
import org.spindlebench.analysis.proof.WriteProof.WriteVerdict;

class WriteProofTest {
    private static final long ASKED = 3_000_000_000L;

    @ParameterizedTest
    @CsvSource({"2849999999, NOT_REACHED", "2850000000, REACHED", "3000000000, REACHED"})
    void what_is_flushed_decides(long flushed, WriteVerdict verdict) {
        WriteProof proof = of("block", Nodes.role("hdfs", 0, 1_000_000_000), Nodes.role("hdfs", 0, flushed));
        assertThat(proof.verdict()).isEqualTo(verdict);
        assertThat(proof.ratio()).isEqualTo(flushed / 3e9);
        assertThat(proof.bytesWritten()).isEqualTo(1_000_000_000);
        assertThat(proof.bytesFlushed()).isEqualTo(flushed);
        assertThat(List.of(proof.toEnd(), proof.toFlush())).containsExactly(10.0, 14.5);
        assertThat(proof.reason()).isNull();
    }

    @Test
    void what_others_write_is_said() {
        WriteProof proof = of("block", null, Nodes.role("hdfs", 0, 4_000_000_000L));
        assertThat(proof.verdict()).isEqualTo(WriteVerdict.REACHED);
        assertThat(proof.reason()).contains("others write, too");
    }

    @Test
    void without_waiting_only_what_was_written_already_is_proved() {
        assertThat(of("none", Nodes.role("hdfs", 0, 2_850_000_000L), null).verdict())
                .isEqualTo(WriteVerdict.REACHED);
        WriteProof less = of("none", Nodes.role("hdfs", 0, 2_849_999_999L), null);
        assertThat(less.verdict()).isEqualTo(WriteVerdict.NOT_PROVABLE);
        assertThat(less.reason()).contains("until no page was dirty");
        assertThat(less.ratio()).isNull();
    }

    @Test
    void what_cannot_be_judged_has_a_reason() {
        assertThat(of("none", Nodes.notSeparable("hdfs"), null).reason()).startsWith("not separable: sdb");
        assertThat(of("none", null, null).reason()).isEqualTo("no device was watched");
        RoleIo beside = Nodes.besideSystem("hdfs", 0, ASKED);
        assertThat(of("none", beside, beside).reason()).contains("the system is on the same devices (n1: sdb)");
        RoleIo less = Nodes.besideSystem("hdfs", 0, ASKED / 2);
        assertThat(of("none", less, less).verdict()).isEqualTo(WriteVerdict.NOT_REACHED);
        RoleIo smaller = Nodes.compressing("hdfs", 0, ASKED / 2);
        assertThat(of("none", smaller, smaller).reason()).contains("compress (n1: /hdfs/sdb)");
        assertThat(asked((64L << 20) - 1).reason()).contains("67108863");
        assertThat(asked(64L << 20).verdict()).isEqualTo(WriteVerdict.REACHED);
        assertThat(asked(null).verdict()).isEqualTo(WriteVerdict.NOT_PROVABLE);
    }

    @ParameterizedTest
    @CsvSource(
            value = {"none, true", "close, true", "last-block, true", "block, false", "hsync, null", "null, null"},
            nullValues = "null")
    void sync_says_what_may_be_left_in_the_page_cache(String sync, Boolean may) {
        assertThat(of(sync, null, null).mayEndInPageCache()).isEqualTo(may);
    }

    @Test
    void dirty_pages_of_all_nodes_are_what_no_device_has_seen() {
        NodeLoad more = Nodes.figures("n1", null, Nodes.memory(null, 100L, 600_000_100L));
        NodeLoad fewer = Nodes.figures("n2", null, Nodes.memory(null, 900L, 100L));
        assertThat(dirty(more, fewer).dirtyAtEnd()).isEqualTo(600_000_000L);
        assertThat(dirty(more, fewer).notYetShare()).isEqualTo(0.2);
        assertThat(dirty(more, Nodes.figures("n2")).dirtyAtEnd()).isNull();
        assertThat(dirty().notYetShare()).isNull();
        NodeLoad others = Nodes.figures("n1", null, Nodes.memory(null, 0L, 2 * ASKED));
        assertThat(dirty(others).notYetShare()).isEqualTo(1.0);
    }

    @Test
    void it_is_a_document() {
        WriteProof proof = of("close", Nodes.role("hdfs", 0, 1), Nodes.role("hdfs", 0, ASKED));
        assertThat(JsonDocument.text(proof))
                .contains("\"verdict\": \"reached\"")
                .doesNotContain("null");
    }

    private static WriteProof of(String sync, RoleIo job, RoleIo flushed) {
        return WriteProof.of(new WriteObservation(ASKED, sync, job, flushed, null, 10.0, 14.5));
    }

    private static WriteProof asked(Long asked) {
        RoleIo devices = Nodes.role("hdfs", 0, 64L << 20);
        return WriteProof.of(new WriteObservation(asked, "none", devices, devices, null, null, null));
    }

    private static WriteProof dirty(NodeLoad... nodes) {
        return WriteProof.of(new WriteObservation(ASKED, "none", null, null, List.of(nodes), null, null));
    }
}
