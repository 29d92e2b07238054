package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.proof.RoleAttribution.ShuffleBounds;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleVerdict;

/** Tasks wrote 2 GB. NodeManagers had to read 1 GB, and tasks 1 GB. */
class ShuffleProofTest {
    private static final long GB = 1_000_000_000;

    @ParameterizedTest
    @CsvSource({
        "100000000, 100000000, STAYED",
        "100000001, 0, PARTLY",
        "0, 100000001, PARTLY",
        "1899999999, 1899999999, PARTLY",
        "1900000000, 0, REACHED",
        "0, 1900000000, REACHED"
    })
    void what_devices_moved_within_the_job_decides(long written, long read, ShuffleVerdict verdict) {
        ShuffleProof proof = of(Nodes.role("shuffle", read, written), Nodes.role("shuffle", read, 2 * GB));
        assertThat(proof.verdict()).isEqualTo(verdict);
        assertThat(proof.writtenShare()).isEqualTo(1.0);
        assertThat(proof.writtenInJobShare()).isEqualTo(written / 2e9);
        assertThat(proof.readShare()).isEqualTo(read / 2e9);
        assertThat(proof.toRead()).isEqualTo(2 * GB);
    }

    @Test
    void what_cannot_be_judged_has_a_reason() {
        assertThat(of(null, null).reason()).isEqualTo("no device was watched");
        assertThat(of(Nodes.notSeparable("shuffle"), null).reason()).startsWith("not separable: sdb");
        assertThat(of(Nodes.besideSystem("shuffle", 0, 2 * GB), null).reason()).contains("n1: sdb");
        assertThat(of(Nodes.besideSystem("shuffle", 0, 0), null).verdict()).isEqualTo(ShuffleVerdict.STAYED);
        assertThat(of(Nodes.compressing("shuffle", 0, 0), null).reason()).contains("compress (n1: /shuffle/sdb)");
        assertThat(of(Nodes.compressing("shuffle", 0, 2 * GB), null).verdict()).isEqualTo(ShuffleVerdict.REACHED);
        RoleIo devices = Nodes.role("shuffle", 0, 0);
        long least = 64L << 20;
        assertThat(counted(0L, least - 1, least, devices).reason()).contains("67108863");
        assertThat(counted(0L, least, least - 1, devices).verdict()).isEqualTo(ShuffleVerdict.NOT_PROVABLE);
        assertThat(counted(0L, least, least, devices).verdict()).isEqualTo(ShuffleVerdict.STAYED);
        assertThat(counted(null, GB, GB, devices).reason()).contains("unknown");
        assertThat(counted(GB, null, GB, devices).verdict()).isEqualTo(ShuffleVerdict.NOT_PROVABLE);
    }

    /** Limits in MB. Tasks wrote 2,000 MB, and 2,000 MB were to be read. */
    @ParameterizedTest
    @CsvSource({
        "0, 100, 0, 2000, STAYED",
        "0, 101, 0, 0, NOT_PROVABLE",
        "100, 2000, 100, 2000, NOT_PROVABLE",
        "101, 2000, 0, 2000, PARTLY",
        "0, 2000, 101, 2000, PARTLY",
        "1900, 2000, 0, 0, REACHED",
        "0, 2000, 1900, 1900, REACHED"
    })
    void besideHdfsTheLimitsDecide(
            long leastWritten, long mostWritten, long leastRead, long mostRead, ShuffleVerdict verdict) {
        long mega = 1_000_000;
        ShuffleBounds bounds = new ShuffleBounds(
                leastWritten * mega, mostWritten * mega, leastRead * mega, mostRead * mega, List.of());
        ShuffleProof proof =
                ShuffleProof.of(new ShuffleObservation(GB, 2 * GB, GB, Nodes.notSeparable("shuffle"), null, bounds));
        assertThat(proof.verdict()).isEqualTo(verdict);
        assertThat(proof.by()).isEqualTo(verdict == ShuffleVerdict.NOT_PROVABLE ? null : "bytes beyond HDFS's");
        assertThat(proof.atLeast().written()).isEqualTo(leastWritten / 2000.0);
        assertThat(proof.atMost().read()).isEqualTo(mostRead / 2000.0);
        assertThat(proof.bytesWritten()).isNull();
    }

    @Test
    void besideHdfsACompressingFileSystemProvesOnlyWhatReachedDevices() {
        RoleIo none = Nodes.notSeparable("shuffle");
        List<String> compressing = List.of("n1: /data");
        assertThat(ShuffleProof.of(new ShuffleObservation(
                                GB, 2 * GB, GB, none, null, new ShuffleBounds(0, 0, 0, 0, compressing)))
                        .reason())
                .contains("compress (n1: /data)");
        assertThat(ShuffleProof.of(new ShuffleObservation(
                                GB, 2 * GB, GB, none, null, new ShuffleBounds(2 * GB, 2 * GB, 0, 0, compressing)))
                        .verdict())
                .isEqualTo(ShuffleVerdict.REACHED);
    }

    @Test
    void it_is_a_document() {
        RoleIo devices = Nodes.role("shuffle", 0, 0);
        assertThat(JsonDocument.text(of(devices, devices)))
                .contains("\"verdict\": \"stayed in memory\"")
                .doesNotContain("null");
    }

    private static ShuffleProof of(RoleIo job, RoleIo flushed) {
        return ShuffleProof.of(new ShuffleObservation(GB, 2 * GB, GB, job, flushed));
    }

    private static ShuffleProof counted(Long materialized, Long written, Long read, RoleIo job) {
        return ShuffleProof.of(new ShuffleObservation(materialized, written, read, job, null));
    }
}
