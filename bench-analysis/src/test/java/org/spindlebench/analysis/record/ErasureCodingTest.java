package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErasureCodingTest {
    @ParameterizedTest
    @CsvSource({
        "RS-6-3-1024k, 9, 1.5",
        "RS-3-2-1024k, 5, 1.6667",
        "RS-10-4-1024k, 14, 1.4",
        "RS-LEGACY-6-3-1024k, 9, 1.5",
        "XOR-2-1-1024k, 3, 1.5"
    })
    void hdfs_own_policies_say_how_many_data_nodes_and_bytes_they_take(String name, int dataNodes, double overhead) {
        ErasureCoding policy = ErasureCoding.of(name).orElseThrow();
        assertThat(policy.name()).isEqualTo(name);
        assertThat(policy.dataNodes()).isEqualTo(dataNodes);
        assertThat(policy.overhead()).isCloseTo(overhead, within(1e-4));
    }

    /** A stripe of RS-6-3 has six cells of 1 MiB; its three cells of parity are as long as its first cell. */
    @ParameterizedTest
    @CsvSource({
        "RS-6-3-1024k, 0, 0",
        "RS-6-3-1024k, 1, 4",
        "RS-6-3-1024k, 1048577, 4194305",
        "RS-6-3-1024k, 6291456, 9437184",
        "RS-6-3-1024k, 6291556, 9437584",
        "XOR-2-1-1024k, 4194304, 6291456"
    })
    void a_file_takes_its_data_and_the_parity_of_each_stripe(String name, long length, long stored) {
        assertThat(ErasureCoding.of(name).orElseThrow().stored(length)).isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "RS", "RS-6-3", "RS-0-3-1024k", "RS-6-0-1024k", "rs-6-3-1024k", "RS-6-3-1024", "our-own"})
    void other_names_are_no_policies(String name) {
        assertThat(ErasureCoding.of(name)).isEmpty();
    }
}
