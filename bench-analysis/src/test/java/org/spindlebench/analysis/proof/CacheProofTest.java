package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.proof.CacheProof.CacheObservation;
import org.spindlebench.analysis.proof.CacheProof.CacheVerdict;

class CacheProofTest {
    private static final long ASKED = 1_000_000_000;

    @ParameterizedTest
    @CsvSource({
        "0, WARM",
        "50000000, WARM",
        "50000001, PARTLY",
        "949999999, PARTLY",
        "950000000, COLD",
        "1150000000, COLD",
        "1150000001, MORE"
    })
    void limits_belong_to_cold_and_warm(long read, CacheVerdict verdict) {
        CacheProof proof = of(Nodes.role("hdfs", read, 0), true);
        assertThat(proof.verdict()).isEqualTo(verdict);
        assertThat(proof.ratio()).isEqualTo(read / 1e9);
        assertThat(proof.by()).isEqualTo("devices");
        assertThat(proof.below()).contains("hypervisor");
    }

    @ParameterizedTest
    @CsvSource({
        "1000000000, true, false, false",
        "1000000000, false, true, false",
        "10000000, true, true, true",
        "10000000, false, false, false",
        "500000000, true, true, false",
        "1300000000, true, false, false"
    })
    void only_an_input_from_memory_disproves_a_cooling(
            long read, boolean cooled, boolean contradicts, boolean disproves) {
        CacheProof proof = of(Nodes.role("hdfs", read, 0), cooled);
        assertThat(proof.contradicts(cooled)).isEqualTo(contradicts);
        assertThat(proof.disprovesCooling()).isEqualTo(disproves);
    }

    @Test
    void without_figures_nothing_is_proved() {
        CacheProof shared = of(Nodes.notSeparable("hdfs"), true);
        assertThat(shared.verdict()).isEqualTo(CacheVerdict.NOT_PROVABLE);
        assertThat(shared.reason()).isEqualTo("not separable: sdb serves HDFS and shuffle at once (n1)");
        assertThat(shared.ratio()).isNull();
        assertThat(shared.by()).isNull();
        assertThat(shared.disprovesCooling()).isFalse();
        assertThat(shared.contradicts(true)).isFalse();
        assertThat(of(null, true).reason()).isEqualTo("no device was watched");
    }

    @Test
    void little_input_is_not_judged() {
        RoleIo devices = Nodes.role("hdfs", 64L << 20, 0);
        assertThat(asked("hdfs", (64L << 20) - 1, devices).reason()).contains("67108863", "67108864");
        assertThat(asked("hdfs", (64L << 20) - 1, devices).verdict()).isEqualTo(CacheVerdict.NOT_PROVABLE);
        assertThat(asked("hdfs", 64L << 20, devices).verdict()).isEqualTo(CacheVerdict.COLD);
        assertThat(asked("hdfs", null, devices).reason()).contains("that the job read from HDFS is unknown");
        assertThat(asked("shuffle", ASKED, devices).reason()).isEqualTo("the job has no input in HDFS");
        assertThat(asked(null, ASKED, devices).verdict()).isEqualTo(CacheVerdict.NOT_PROVABLE);
    }

    @ParameterizedTest
    @CsvSource({"50000000, WARM", "500000000, PARTLY", "950000000, UNATTRIBUTABLE", "2000000000, UNATTRIBUTABLE"})
    void beside_the_system_only_too_little_is_proved(long read, CacheVerdict verdict) {
        CacheProof proof = of(Nodes.besideSystem("hdfs", read, 0), true);
        assertThat(proof.verdict()).isEqualTo(verdict);
        assertThat(proof.disprovesCooling()).isEqualTo(verdict == CacheVerdict.WARM);
        if (verdict != CacheVerdict.WARM) {
            assertThat(proof.reason()).startsWith("the system is on the same devices (n1: sdb)");
        }
    }

    @Test
    void data_nodes_say_it_where_devices_cannot() {
        for (RoleIo devices : List.of(Nodes.besideSystem("hdfs", ASKED, 0), Nodes.notSeparable("hdfs"))) {
            CacheProof alone = dataNodes(devices, true);
            assertThat(alone.verdict()).isEqualTo(CacheVerdict.PARTLY);
            assertThat(alone.by()).isEqualTo("datanodes");
            assertThat(alone.ratio()).isEqualTo(0.5);
        }
        assertThat(dataNodes(Nodes.besideSystem("hdfs", ASKED, 0), false).verdict())
                .isEqualTo(CacheVerdict.UNATTRIBUTABLE);
        assertThat(dataNodes(Nodes.notSeparable("hdfs"), false).reason())
                .endsWith("(n1); the DataNodes did not read for this job alone");
        assertThat(dataNodes(Nodes.role("hdfs", ASKED, 0), true).by()).isEqualTo("devices");
    }

    @Test
    void where_file_systems_compress_less_than_all_proves_nothing() {
        CacheProof half = of(Nodes.compressing("hdfs", ASKED / 2, 0), true);
        assertThat(half.verdict()).isEqualTo(CacheVerdict.NOT_PROVABLE);
        assertThat(half.reason()).startsWith("file systems compress (n1: /hdfs/sdb)");
        assertThat(of(Nodes.compressing("hdfs", ASKED, 0), true).verdict()).isEqualTo(CacheVerdict.COLD);
    }

    @Test
    void page_caches_are_added_up_where_all_nodes_say_theirs() {
        Map<String, Long> unknown = new TreeMap<>(Map.of("n1", 5L));
        unknown.put("n2", null);
        CacheProof proof = CacheProof.of(new CacheObservation(
                "hdfs",
                ASKED,
                null,
                null,
                false,
                new TreeMap<>(Map.of("n1", 5L, "n2", 7L)),
                new TreeMap<>(unknown),
                "command",
                true));
        assertThat(proof.cachedBefore()).isEqualTo(12);
        assertThat(proof.cachedAfter()).isNull();
        assertThat(proof.method()).isEqualTo("command");
    }

    @Test
    void it_is_a_document(@TempDir Path directory) throws IOException {
        CacheProof proof = of(Nodes.role("hdfs", ASKED, 0), true);
        Path file = directory.resolve("cache.json");
        JsonDocument.write(file, proof);
        assertThat(JsonDocument.read(file, CacheProof.class)).isEqualTo(proof);
        assertThat(Files.readString(file)).contains("\"verdict\": \"cold\"").doesNotContain("null");
    }

    private static CacheProof of(RoleIo devices, boolean cooled) {
        return CacheProof.of(new CacheObservation("hdfs", ASKED, devices, null, false, null, null, "local", cooled));
    }

    private static CacheProof asked(String role, Long bytes, RoleIo devices) {
        return CacheProof.of(new CacheObservation(role, bytes, devices, null, false, null, null, "local", true));
    }

    private static CacheProof dataNodes(RoleIo devices, boolean alone) {
        return CacheProof.of(new CacheObservation("hdfs", ASKED, devices, ASKED / 2, alone, null, null, "local", true));
    }
}
