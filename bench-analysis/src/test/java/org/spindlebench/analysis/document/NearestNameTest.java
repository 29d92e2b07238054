package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({
        "terrasort,terasort",
        "teravlaidate,teravalidate",
        "TERASORT,terasort",
        "hdfs_write,hdfs-write",
        "wordcont,wordcount"
    })
    void a_mistyped_name_is_found(String written, String meant) {
        assertThat(NearestName.of(written, List.of("terasort", "teravalidate", "wordcount", "hdfs-write")))
                .contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pagerank", "xyz", ""})
    void another_word_altogether_is_not_guessed_at(String written) {
        assertThat(NearestName.of(written, List.of("terasort", "wordcount"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"sdd,hdd or ssd", "ssd,ssd", "hdf,hdd", "nvm,nvme"})
    void names_that_are_as_near_are_all_named(String written, String meant) {
        assertThat(NearestName.withTies(written, List.of("hdd", "ssd", "nvme"))).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"a,a,0", "ab,ba,1", "kitten,sitting,3", "'',abc,3", "repeatz,repeats,1", "ca,abc,3"})
    void edits_are_counted_with_swapped_neighbours_as_one(String a, String b, int edits) {
        assertThat(NearestName.edits(a, b)).isEqualTo(edits);
    }
}
