package org.spindlebench.analysis.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.throughput.ThroughputFile.ThroughputSpan;

class ThroughputFileTest {
    private static final String HEADER = "start_ms,bytes,streams\n";

    @TempDir
    private Path directory;

    private Path packed(String text) throws IOException {
        Path file = directory.resolve("001.samples.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void a_file_holds_the_slots_of_its_series() throws IOException {
        ThroughputSeries series =
                ThroughputSeries.of(List.of(ThroughputSeriesTest.trace("a", 1500, 0, 3000, 600, 5000, 1000)), 500);
        List<ThroughputSpan> read =
                ThroughputFile.read(packed(series.csv().collect(Collectors.joining("\n"))), 300, null);
        assertThat(read)
                .containsExactlyElementsOf(series.slots().stream()
                        .map(slot -> new ThroughputSpan(slot.start(), 500, slot.bytes(), slot.streams()))
                        .toList());
        assertThat(read.get(0).rate()).isEqualTo(400);
    }

    @Test
    void a_file_that_expands_without_end_is_refused() throws IOException {
        Path bomb = packed(
                HEADER + IntStream.range(0, 10_000).mapToObj(at -> at + ",1,1").collect(Collectors.joining("\n")));
        try (InputStream packed = Files.newInputStream(bomb)) {
            assertThatThrownBy(() -> new ThroughputFile("bomb.gz", 300, 0).read(packed, 1000))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessage("bomb.gz: more than 1000 bytes when unpacked");
        }
    }

    @RepeatedTest(40)
    void slots_that_are_too_many_are_added_up(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        int slots = 2 + random.nextInt(1_000);
        int most = 2 + random.nextInt(40);
        long[] bytes = random.longs(slots, 0, 1_000_000).toArray();
        String text = IntStream.range(0, slots)
                .mapToObj(at -> 7_000 + at * 250L + "," + bytes[at] + "," + (1 + at % 5))
                .collect(Collectors.joining("\n"));
        List<ThroughputSpan> read = ThroughputFile.read(packed(HEADER + text), most, null);

        assertThat(read).hasSizeLessThanOrEqualTo(most).hasSizeGreaterThan(Math.min(slots, most) / 2 - 1);
        assertThat(read.stream().mapToLong(ThroughputSpan::bytes).sum())
                .isEqualTo(Arrays.stream(bytes).sum());
        long next = 7_000;
        for (ThroughputSpan span : read) {
            assertThat(span.start()).isEqualTo(next);
            int from = (int) ((span.start() - 7_000) / 250);
            int to = from + (int) (span.millis() / 250);
            assertThat(span.bytes()).isEqualTo(Arrays.stream(bytes, from, to).sum());
            assertThat(span.streams())
                    .isEqualTo(IntStream.range(from, to)
                            .map(at -> 1 + at % 5)
                            .min()
                            .orElseThrow());
            next += span.millis();
        }
        assertThat(next).isEqualTo(7_000 + slots * 250L);
    }

    @Test
    void an_only_slot_is_as_long_as_its_streams() throws IOException {
        Path one = packed(HEADER + "1000,500,1\n");
        assertThat(ThroughputFile.read(one, 10, 0.25)).containsExactly(new ThroughputSpan(1000, 250, 500, 1));
        assertThat(ThroughputFile.read(one, 10, 0.25).get(0).rate()).isEqualTo(2000);
        assertThat(ThroughputFile.read(one, 10, 0.0)).isEmpty();
        assertThat(ThroughputFile.read(one, 10, null)).isEmpty();
        assertThat(ThroughputFile.read(packed(HEADER), 10, 0.25)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "seconds,bytes\n",
                HEADER + "1000,5\n",
                HEADER + "1000,5,x\n",
                HEADER + "1000,-5,1\n",
                HEADER + "1000,5,1\n1000,5,1\n",
                HEADER + "1000,5,1\n2000,5,1\n4000,5,1\n",
                HEADER + "99999999999999999999,5,1\n"
            })
    void what_is_no_such_file_is_refused(String text) throws IOException {
        Path file = packed(text);
        assertThatThrownBy(() -> ThroughputFile.read(file, 10, null))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("001.samples.gz: line");
    }

    @Test
    void a_file_that_is_cut_off_or_missing_is_said_to_be() throws IOException {
        Path file = packed(HEADER + "1000,5,1\n2000,5,1\n");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 12));
        assertThatThrownBy(() -> ThroughputFile.read(file, 10, null))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("cut off or damaged");
        Files.write(file, "no gzip".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> ThroughputFile.read(file, 10, null)).isInstanceOf(InvalidDocumentException.class);
        Files.delete(file);
        assertThatThrownBy(() -> ThroughputFile.read(file, 10, null)).isInstanceOf(NoSuchFileException.class);
    }
}
