package org.spindlebench.runner.collect.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code StartFaultsIT} injects failed storage. */
class FailedStorageTest {
    @Test
    void soundStorageIsNoWarning() {
        assertThat(FailedStorage.warning(new TreeMap<>())).isEmpty();
    }

    @Test
    void everyDaemonIsNamedWithItsReport() {
        TreeMap<String, String> failed = new TreeMap<>();
        failed.put("HDFS on a.invalid", "1 failed volume, /data/3");
        failed.put("the NodeManager b.invalid:8042", "1/12 local-dirs have errors: [ /data/4 : no such directory ]");

        assertThat(FailedStorage.warning(failed)).hasValueSatisfying(warning -> {
            assertThat(warning.code()).isEqualTo("storage-failed");
            assertThat(warning.message())
                    .contains(": HDFS on a.invalid: 1 failed volume, /data/3, the NodeManager b.invalid:8042: 1/12")
                    .endsWith("Repair it and restart the daemons, or measure other hosts (--nodes)");
        });
    }

    @Test
    void manyDaemonsAreCounted() {
        TreeMap<String, String> failed = new TreeMap<>();
        IntStream.range(0, 300).forEach(host -> failed.put("HDFS on host" + host, "1 failed volume"));

        assertThat(FailedStorage.warning(failed))
                .hasValueSatisfying(warning -> assertThat(warning.message()).contains(" and 290 more. "));
    }
}
