package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.NodeMetrics.NodeSampleFiles;

class SampleFilesTest {
    private static final Path FOLDER = Path.of("results", "runs");

    @Test
    void a_name_is_a_file_beside_the_record() {
        assertThat(NodeSampleFiles.beside(FOLDER, "001.nodes.gz"))
                .isEqualTo(Path.of("results", "runs", "001.nodes.gz"));
        assertThat(NodeSampleFiles.beside(FOLDER, "..gz")).isEqualTo(Path.of("results", "runs", "..gz"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "/", "/etc/passwd", "../001.gz", "a/001.gz", "./001.gz", "001.gz/..", "a\0b"})
    void what_leads_elsewhere_is_refused(String name) {
        assertThatThrownBy(() -> NodeSampleFiles.beside(FOLDER, name))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("its samples are '" + name + "', but must be a file next to the record");
    }
}
