package org.spindlebench.jobs.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.examples.terasort.GenSort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.SplitMix.MadeUpWords;

class DataKindTest {
    private static final int MIB = 1 << 20;
    /** No store deduplicates smaller blocks. */
    private static final int BLOCK = 1024;

    @ParameterizedTest
    @ValueSource(strings = {"random", "text", "tera", "1x", "1.01x", "2.5x", "10x", "50x"})
    void any_range_can_be_made_again_from_its_offset_in_any_order(String kind) {
        byte[] all = bytes(kind, 1, 3, MIB);
        FileData again = DataKind.parse(kind).file(1, 3);
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            int offset = random.nextInt(MIB / 8) * 8;
            byte[] buffer = new byte[8 + random.nextInt(5000) * 8];
            int length = Math.min(1 + random.nextInt(buffer.length), MIB - offset);
            again.fill(offset, buffer, length);
            assertThat(Arrays.copyOf(buffer, length)).isEqualTo(Arrays.copyOfRange(all, offset, offset + length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "text", "tera", "1x", "2.5x", "10x", "50x"})
    void no_block_occurs_twice_in_files_and_seeds(String kind) {
        Set<ByteBuffer> blocks = new HashSet<>();
        int total = 0;
        for (int seed = 0; seed < 4; seed++) {
            for (int file = 0; file < 4; file++) {
                byte[] data = bytes(kind, seed, file, MIB / 2);
                for (int at = 0; at < data.length; at += BLOCK, total++) {
                    blocks.add(ByteBuffer.wrap(data, at, BLOCK));
                }
            }
        }
        assertThat(blocks).hasSize(total);
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "text", "tera", "2.5x"})
    void the_end_of_the_largest_file_differs_from_its_beginning_and_from_the_next_file(String kind) {
        byte[] end = new byte[BLOCK];
        DataKind.parse(kind).file(1, 0).fill(FileData.MAX_FILE_BYTES - BLOCK, end, BLOCK);
        assertThat(end).isNotEqualTo(bytes(kind, 1, 0, BLOCK));
        assertThat(end).isNotEqualTo(bytes(kind, 1, 1, BLOCK));
    }

    @Test
    void random_data_do_not_compress() {
        byte[] data = bytes("random", 1, 0, MIB);
        assertThat(Compressed.byLz4(data)).isBetween(0.99, 1.0);
        assertThat(Compressed.byDeflate(data)).isBetween(0.99, 1.0);
    }

    /** Compresses parts of a file as a store does: a page has 4 KiB, and lz4 reaches 64 KiB back. */
    @ParameterizedTest
    @ValueSource(doubles = {1.2, 1.5, 2, 2.5, 3.75, 5, 10, 20})
    void data_of_a_ratio_shrink_by_it_whatever_shrinks_them(double ratio) {
        byte[] data = bytes(ratio + "x", 1, 0, 4 * MIB);
        assertThat(Compressed.byLz4(data) / ratio).isCloseTo(1, within(0.03));
        assertThat(Compressed.byLz4(data, 64 << 10) / ratio).isCloseTo(1, within(0.03));
        assertThat(Compressed.byLz4(data, 4 << 10) / ratio).isCloseTo(1, within(0.03));
        assertThat(Compressed.byDeflate(data) / ratio).isCloseTo(1, within(0.05));
        for (int at = 0; at < data.length; at += MIB) {
            assertThat(Compressed.byLz4(Arrays.copyOfRange(data, at, at + MIB)) / ratio)
                    .isCloseTo(1, within(0.03));
        }
    }

    @Test
    void text_compresses_as_the_papers_random_words_do_and_is_made_of_the_thousand_words() {
        byte[] data = bytes("text", 1, 0, 4 * MIB);
        assertThat(Compressed.byLz4(data)).isCloseTo(2.6, within(0.1));
        int[] lengths = RandomWords.lengths();
        Set<String> words = Set.of(MadeUpWords.ofLengths(lengths));
        assertThat(words).hasSize(1000).allMatch(word -> word.length() < RandomWords.MAX_BYTES);
        assertThat(Arrays.stream(lengths).sum()).isEqualTo(9655);
        List<String> written = List.of(new String(data, StandardCharsets.US_ASCII).split(" "));
        assertThat(new HashSet<>(written)).containsAll(words);
        long others = written.stream().filter(word -> !words.contains(word)).count();
        // At the end of each page of 16 KiB a word is cut, and runs into the next page's first one.
        assertThat(others).isLessThanOrEqualTo(4 * MIB / (16 << 10));
    }

    @Test
    void rows_have_the_form_of_stock_teragens_and_compress_alike(@TempDir Path directory) throws Exception {
        int rows = 10_000;
        Path file = directory.resolve("rows");
        GenSort.main(new String[] {String.valueOf(rows), file.toString()});
        byte[] stock = Files.readAllBytes(file);
        byte[] ours = bytes("tera", 1, 0, rows * 100);
        assertThat(Compressed.byLz4(ours) / Compressed.byLz4(stock)).isCloseTo(1, within(0.02));
        for (int row = 0; row < rows; row++) {
            String form = form(stock, row);
            assertThat(form(ours, row)).isEqualTo(form);
        }
    }

    /**
     * Returns what is not random in a row: its marks, its number, and that each of twelve digits occurs four times in a
     * row.
     */
    private static String form(byte[] rows, int row) {
        int at = row * 100;
        StringBuilder form = new StringBuilder();
        form.append(new String(rows, at + 10, 38, StandardCharsets.ISO_8859_1));
        for (int digit = at + 48; digit < at + 96; digit += 4) {
            String four = new String(rows, digit, 4, StandardCharsets.ISO_8859_1);
            form.append(four.matches("([0-9A-F])\\1{3}") ? "dddd" : four);
        }
        return form.append(new String(rows, at + 96, 4, StandardCharsets.ISO_8859_1))
                .toString();
    }

    @Test
    void the_twelve_digits_and_the_key_of_a_row_are_random() {
        byte[] rows = bytes("tera", 1, 0, 100 * 10_000);
        int[] digits = new int[128];
        long[] ones = new long[80];
        for (int at = 0; at < rows.length; at += 100) {
            for (int digit = 48; digit < 96; digit += 4) {
                digits[rows[at + digit]]++;
            }
            for (int bit = 0; bit < 80; bit++) {
                ones[bit] += (rows[at + bit / 8] >> (bit % 8)) & 1;
            }
        }
        for (char digit : "0123456789ABCDEF".toCharArray()) {
            assertThat(digits[digit]).isCloseTo(120_000 / 16, within(400));
        }
        for (long count : ones) {
            assertThat(count).isCloseTo(5000, within(250L));
        }
    }

    @Test
    void a_ratio_is_named_without_superfluous_zeros() {
        assertThat(DataKind.parse("2.50x")).hasToString("2.5x");
        assertThat(DataKind.parse("10.00x")).hasToString("10x");
        assertThat(DataKind.parse("tera")).hasToString("tera");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "zeros", "Random", "2.5", "x", "0x", "0.5x", "-2x", "2.5X", "2.555x", "1e1x", "50.01x", "99x"
            })
    void other_words_are_refused(String text) {
        assertThatThrownBy(() -> DataKind.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("allowed are random, text, tera, or a compression ratio from 1x to 50x such as 2.5x");
    }

    private static byte[] bytes(String kind, long seed, int file, int length) {
        byte[] buffer = new byte[length];
        DataKind.parse(kind).file(seed, file).fill(0, buffer, length);
        return buffer;
    }
}
