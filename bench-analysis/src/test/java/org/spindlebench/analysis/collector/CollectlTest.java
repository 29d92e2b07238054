package org.spindlebench.analysis.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;
import org.spindlebench.analysis.record.NodeMetrics;

class CollectlTest {
    private static final TimeWindow WINDOW = Fixtures.window(5, 20);

    @TempDir
    Path directory;

    private final Fixtures fixtures = new Fixtures();

    @Test
    void disksAreRatesTimesTheTimeInTheWindow() throws IOException {
        NodeFigures node = node("node.dsk", Fixtures.text("collectl.dsk"), null);

        assertThat(node.node()).isEqualTo("node-1");
        assertThat(node.cpu()).isNull();
        assertThat(node.devices()).hasSize(1);
        DeviceFigures sda = node.devices().get(0);
        assertThat(sda.io().reads()).isEqualTo(350);
        assertThat(sda.io().readsMerged()).isEqualTo(5);
        assertThat(sda.io().bytesRead()).isEqualTo(35_000 * 1024);
        assertThat(sda.io().writes()).isEqualTo(100);
        assertThat(sda.io().writesMerged()).isEqualTo(10);
        assertThat(sda.io().bytesWritten()).isEqualTo(10_000 * 1024);
        assertThat(sda.io().readWait()).isCloseTo(3.25 / 350, within(1e-12));
        assertThat(sda.io().writeWait()).isCloseTo(0.010, within(1e-12));
        assertThat(sda.io().queue()).isCloseTo(4.25 / 15, within(1e-12));
        assertThat(sda.io().busy()).isCloseTo(12.5 / 15, within(1e-12));
        assertThat(sda.io().service()).isCloseTo(12.5 / 450, within(1e-12));
    }

    @Test
    void summaryAndDisksOfANodeAreOneNode() throws IOException {
        Path disks = write("node-1.dsk", Fixtures.text("collectl.dsk"));
        Path summary = write("node-1.tab", Fixtures.text("collectl.tab"));
        NodeMetrics evidence = fixtures.read(Collector.COLLECTL, List.of(disks, summary), null, WINDOW)
                .of(WINDOW)
                .orElseThrow();

        assertThat(evidence.probe()).isEqualTo("collectl");
        assertThat(evidence.missing()).isEmpty();
        assertThat(evidence.nodes()).hasSize(1);
        NodeFigures node = evidence.nodes().get(0);
        assertThat(node.readings()).isEqualTo(2);
        assertThat(node.devices()).hasSize(1);
        assertThat(node.cpu().threads()).isEqualTo(8);
        assertThat(node.cpu().busy()).isCloseTo(0.4, within(1e-12));
        assertThat(node.cpu().user()).isCloseTo((5 * 0.3 + 10 * 0.2) / 15, within(1e-12));
        assertThat(node.cpu().system()).isCloseTo((5 * 0.1 + 10 * 0.2) / 15, within(1e-12));
        assertThat(node.cpu().iowait()).isCloseTo(5 * 0.2 / 15, within(1e-12));
        assertThat(fixtures.notes)
                .contains("node-1.tab: has only totals over all disks, which are skipped; collect each disk with -sD");
    }

    /** Of the first interval, 5 of its 10 s lie in the window. A KB of collectl is 1024 bytes. */
    @Test
    void networksAreRatesTimesTheTimeInTheWindow() throws IOException {
        NodeFigures node = node("node-1.tab", Fixtures.text("collectl-net.tab"), null);

        assertThat(node.networks())
                .containsExactly(new NodeFigures.Network(
                        NodeFigures.Network.ALL, (5 * 2000 + 10 * 300) * 1024L, (5 * 1000 + 10 * 40) * 1024L));
        assertThat(node.cpu()).isNull();
        assertThat(node.readings()).isEqualTo(2);
        assertThat(fixtures.read(
                                Collector.COLLECTL,
                                List.of(write("node-1.tab", Fixtures.text("collectl-net.tab"))),
                                null,
                                Fixtures.window(5, 40))
                        .of(Fixtures.window(5, 40))
                        .orElseThrow()
                        .missing())
                .containsExactly("node-1");
    }

    @Test
    void theZoneIsTheOneNamedElseTheHeadersElseThisMachines() throws IOException {
        String text = Fixtures.text("collectl.dsk");
        String bare = text.substring(text.indexOf("#Date"));

        assertThat(begin(text, null)).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(begin(text, "America/New_York")).isEqualTo("2026-03-01T16:00:00Z");
        begin(bare, null);
        assertThat(fixtures.notes.get(0)).contains("its times are read as local times of +01:00 (the file's header)");
        assertThat(fixtures.notes.get(1)).contains("of America/New_York (--time-zone)");
        assertThat(fixtures.notes.get(2)).contains("(this machine's; give another with --time-zone)");
    }

    @Test
    void theHourThatAClockGoesThroughTwiceIsTold() throws IOException {
        String text = Fixtures.text("collectl.dsk")
                .replace("20260301 11:00:00", "20261025 02:59:50")
                .replace("20260301 11:00:10", "20261025 02:00:00")
                .replace("20260301 11:00:20", "20261025 02:00:10")
                .replace("20260301 11:00:30", "20261025 02:00:20");
        CollectedEvidence evidence =
                fixtures.read(Collector.COLLECTL, List.of(write("node.dsk", text)), "Europe/Berlin");

        assertThat(evidence.nodes().get("node-1").toString()).isEqualTo("2026-10-25T00:59:50Z to 2026-10-25T01:00:20Z");
    }

    @Test
    void withoutAHeaderTheNodeIsCalledAfterTheFile() throws IOException {
        String text = Fixtures.text("collectl.dsk");

        assertThat(node("worker-3.dsk", text.substring(text.indexOf("#Date")), "+01:00")
                        .node())
                .isEqualTo("worker-3");
    }

    @Test
    void packedFilesAreReadAndThoseCutOffAsFarAsTheyGo() throws IOException {
        byte[] packed = gzip(Fixtures.text("collectl.dsk"));
        Path whole = Files.write(directory.resolve("node.dsk.gz"), packed);
        Path cut = Files.write(directory.resolve("cut.dsk.gz"), Arrays.copyOf(packed, packed.length - 8));

        assertThat(fixtures.read(Collector.COLLECTL, List.of(whole), null, WINDOW)
                        .of(WINDOW))
                .isPresent();
        assertThat(fixtures.read(Collector.COLLECTL, List.of(cut), null, WINDOW).of(WINDOW))
                .isPresent();
        assertThat(fixtures.notes).anyMatch(note -> note.startsWith("cut.dsk.gz: is cut off"));
    }

    @Test
    void otherSeparatorsMillisecondsAndSecondsSince1970AreRead() throws IOException {
        String text = Fixtures.text("collectl.dsk");
        String commas = text.substring(text.indexOf("#Date")).replace(' ', ',');
        long begin = Instant.parse("2026-03-01T10:00:00Z").getEpochSecond();
        String utc = commas.replace("#Date,Time", "#UTC")
                .replace("20260301,11:00:00", begin + ".000")
                .replace("20260301,11:00:10", begin + 10 + ".000")
                .replace("20260301,11:00:20", begin + 20 + "")
                .replace("20260301,11:00:30", begin + 30 + ".5");

        assertThat(node("a.dsk", commas.replace(":00,sda", ":00.000,sda"), "+01:00")
                        .devices()
                        .get(0)
                        .io()
                        .reads())
                .isEqualTo(350);
        assertThat(node("b.dsk", utc, null).devices().get(0).io().reads()).isEqualTo(350);
    }

    @Test
    void aLineThatCannotBeReadIsAGap() throws IOException {
        String text = Fixtures.text("collectl.dsk").replace("11:00:10 sda", "11:00:10 sda sda");
        NodeMetrics evidence = fixtures.read(
                        Collector.COLLECTL, List.of(write("node.dsk", text)), null, Fixtures.window(0, 30))
                .of(Fixtures.window(0, 30))
                .orElseThrow();

        assertThat(fixtures.unreadable.toString()).contains("node.dsk: line 14: 31 cells, but there are 30 columns");
        assertThat(evidence.missing()).containsExactly("node-1");
        assertThat(evidence.nodes().get(0).from()).isEqualTo(Fixtures.at(20));
    }

    @Test
    void aMissingColumnIsNamed() throws IOException {
        assertRefused(
                Fixtures.text("collectl.dsk").replace("[DSK:sdb]WKBytes", "[DSK:sdb]Else"),
                "no column [DSK:sdb]WKBytes;");
        assertRefused(Fixtures.text("collectl.tab").replace("[CPU]Wait%", "[CPU]Else%"), "no column [CPU]Wait%;");
        assertRefused(
                Fixtures.text("collectl.tab").replace("[CPU]", "[CPU:0]"),
                "no column [CPU]User%, [DSK:<device>]Reads, [NET]RxKBTot; collect with `collectl -scDn -P`");
    }

    @Test
    void numbersPerIntervalAndOtherTextsAreRefused() throws IOException {
        assertRefused(Fixtures.text("collectl.dsk").replace("Options: z2 Int", "Options: zn2 Int"), "made with -on");
        assertRefused("1 2 3\n", "line 1: no line `#Date Time ...` before it");
        assertRefused("", "no collectl samples in this file");
    }

    private void assertRefused(String text, String message) throws IOException {
        Path file = write("node.dsk", text);
        assertThatThrownBy(() -> fixtures.read(Collector.COLLECTL, List.of(file), null))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message);
    }

    private String begin(String text, String zone) throws IOException {
        CollectedEvidence evidence = fixtures.read(Collector.COLLECTL, List.of(write("node.dsk", text)), zone);
        return evidence.nodes().values().iterator().next().from().toString();
    }

    private NodeFigures node(String name, String text, String zone) throws IOException {
        return fixtures.read(Collector.COLLECTL, List.of(write(name, text)), zone, WINDOW)
                .of(WINDOW)
                .orElseThrow()
                .nodes()
                .get(0);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
