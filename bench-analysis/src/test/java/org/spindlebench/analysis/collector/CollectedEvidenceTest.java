package org.spindlebench.analysis.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.NodeMetrics;

class CollectedEvidenceTest {
    @TempDir
    Path directory;

    private final Fixtures fixtures = new Fixtures();
    private String text;

    @BeforeEach
    void readText() throws IOException {
        text = Fixtures.text("iostat-extended.json");
    }

    @Test
    void eachNodeHasItsFigures() throws IOException {
        TimeWindow window = Fixtures.window(5, 20);
        NodeMetrics evidence = read(
                        List.of(
                                write("b", text.replace("node-1", "node-2").replace("\"r/s\": 30", "\"r/s\": 60")),
                                write("a", text)),
                        window)
                .of(window)
                .orElseThrow();

        assertThat(evidence.probe()).isEqualTo("iostat");
        assertThat(evidence.samples()).isNull();
        assertThat(evidence.missing()).isEmpty();
        assertThat(evidence.nodes()).extracting(NodeFigures::node).containsExactly("node-1", "node-2");
        assertThat(evidence.nodes())
                .extracting(node -> node.devices().get(0).io().reads())
                .containsExactly(350L, 650L);
    }

    @Test
    void nodesThatAreNotThereAllTheTimeAreMissing() throws IOException {
        TimeWindow late = Fixtures.window(25, 35);
        TimeWindow early = Fixtures.window(0, 30);
        TimeWindow none = Fixtures.window(30, 40);
        String other = text.replace("node-1", "node-2").replace("T10:00:", "T10:01:");
        CollectedEvidence evidence = read(List.of(write("a", text), write("b", other)), late, early, none);

        assertThat(evidence.of(early).orElseThrow().missing()).containsExactly("node-2");
        assertThat(evidence.of(late).orElseThrow().missing()).containsExactly("node-1", "node-2");
        assertThat(evidence.of(late).orElseThrow().nodes().get(0).to()).isEqualTo(Fixtures.at(30));
        assertThat(evidence.of(none)).isEmpty();
    }

    @Test
    void windowsMayOverlapOneAnother() throws IOException {
        List<TimeWindow> windows =
                List.of(Fixtures.window(0, 30), Fixtures.window(5, 6), Fixtures.window(6, 12), Fixtures.window(11, 30));
        CollectedEvidence evidence = read(List.of(write("a", text)), windows.toArray(TimeWindow[]::new));

        assertThat(windows)
                .extracting(window -> evidence.of(window)
                        .orElseThrow()
                        .nodes()
                        .get(0)
                        .devices()
                        .get(0)
                        .io()
                        .reads())
                .containsExactly(400L, 10L, 40L + 60L, 270L);
    }

    @Test
    void filesOfOneNodeOneAfterTheOtherAreReadInAnyOrder() throws IOException {
        String later = text.replace("T10:00:", "T10:01:").replace("T10:01:00", "T10:00:30");
        TimeWindow window = Fixtures.window(0, 90);
        NodeMetrics evidence = read(List.of(write("b", later), write("a", text)), window)
                .of(window)
                .orElseThrow();

        assertThat(evidence.missing()).isEmpty();
        // The second file adds 40 s of 10 reads/s and 10 s of 30 reads/s.
        assertThat(evidence.nodes().get(0).devices().get(0).io().reads()).isEqualTo(400 + 400 + 300);
    }

    @Test
    void aNodeTwiceForTheSameTimeIsRefused() throws IOException {
        Path a = write("a", text);
        Path b = write("b", text.replace("T10:00:30", "T10:00:40"));

        assertThatThrownBy(() -> read(List.of(a, b)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("node node-1 is also in ")
                .hasMessageContaining("2026-03-01T10:00:00Z to 2026-03-01T10:00:30Z");
    }

    @Test
    void aTimeThatAFileHadAlreadyIsLeftOutAndSaid() throws IOException {
        String back = text.replace("T10:00:20", "T10:00:05").replace("T10:00:30", "T10:00:08");
        TimeWindow window = Fixtures.window(0, 10);
        NodeMetrics evidence =
                read(List.of(write("a", back)), window).of(window).orElseThrow();

        assertThat(evidence.nodes().get(0).devices().get(0).io().reads()).isEqualTo(100);
        assertThat(fixtures.notes)
                .containsExactly("a: its times go backwards; intervals that it had already covered are skipped: 1");
    }

    private CollectedEvidence read(List<Path> files, TimeWindow... windows) throws IOException {
        return fixtures.read(Collector.IOSTAT, files, null, windows);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }
}
