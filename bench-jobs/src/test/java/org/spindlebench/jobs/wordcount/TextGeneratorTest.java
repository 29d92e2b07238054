package org.spindlebench.jobs.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.base.SyntheticInputFormat.Shares;
import org.spindlebench.jobs.wordcount.SplitText.RareWords;
import org.spindlebench.jobs.wordcount.SplitText.SplitCalibration;
import org.spindlebench.jobs.wordcount.TextGenerator.TextConfig;

class TextGeneratorTest {
    private static final double TERASORT_SHUFFLE_TO_INPUT = 1.04;

    @ParameterizedTest
    @CsvSource({"4,262144", "4,8388609", "16,262144", "16,1048577", "264,65536", "264,262147"})
    void the_text_gives_table_3s_shuffle_and_output_when_counted(int splits, long splitBytes) throws IOException {
        Configuration conf = conf(splits, splitBytes * splits + splits / 2, 7);
        Counted counted = new Counted();
        for (int split = 0; split < splits; split++) {
            counted.map(text(conf, split));
        }
        double input = TextConfig.read(conf).bytes();
        assertThat(counted.shuffleBytes / (TERASORT_SHUFFLE_TO_INPUT * input)).isCloseTo(0.07, within(0.001));
        assertThat(3 * counted.outputBytes() / input).isCloseTo(0.09, within(0.001));
    }

    @Test
    void every_split_has_exactly_its_share_of_bytes_and_ends_a_line() throws IOException {
        for (long extra = 0; extra < 40; extra++) {
            Configuration conf = conf(4, 4 * 65536 + extra, extra);
            byte[] text = text(conf, 0);
            assertThat(text).hasSize((int) Shares.of(4 * 65536 + extra, 4, 0)).endsWith('\n');
        }
    }

    @Test
    void lines_have_about_ninety_bytes_and_words_are_separated_by_one_blank() throws IOException {
        String text = new String(text(conf(4, 1 << 20, 1), 2), StandardCharsets.US_ASCII);
        List<String> lines = text.lines().toList();
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.matches("[a-z]+( [a-z]+)*"));
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.length() >= 79 && line.length() <= 100);
    }

    @Test
    void words_and_distinct_words_are_counted_as_a_reader_counts_them() throws IOException {
        Configuration conf = conf(4, 1 << 20, 1);
        SplitText text = new SplitText(TextConfig.read(conf), 3, 1 << 18);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text.writeUpTo(1 << 18, out);
        Counted counted = new Counted();
        counted.map(out.toByteArray());
        assertThat(text.words()).isEqualTo(counted.words);
        assertThat(text.distinct()).isEqualTo(counted.counts.size());
        assertThat(text.bytes()).isEqualTo(out.size());
    }

    @Test
    void a_rare_word_occurs_once_in_a_split_and_in_two_splits_at_most() throws IOException {
        Configuration conf = conf(5, 5 << 18, 3);
        Map<String, Integer> splitsOf = new HashMap<>();
        for (int split = 0; split < 5; split++) {
            Set<String> here = new HashSet<>();
            for (String word : words(text(conf, split))) {
                if (word.length() == RareWords.LENGTH) {
                    assertThat(here.add(word)).as(word).isTrue();
                    splitsOf.merge(word, 1, Integer::sum);
                }
            }
        }
        SplitCalibration calibration = new SplitCalibration(5 << 18, 5);
        assertThat(splitsOf).hasSize((int) calibration.distinct());
        assertThat(splitsOf.values()).allMatch(count -> count == 1 || count == 2);
        assertThat(splitsOf.values().stream().filter(count -> count == 2)).hasSize((int) calibration.repeated());
    }

    @Test
    void the_base_vocabulary_is_a_small_share_of_the_shuffle_in_small_and_large_splits() {
        for (long splitBytes = TextConfig.MIN_BYTES_PER_MAP; splitBytes <= 1L << 33; splitBytes *= 2) {
            SplitCalibration calibration = new SplitCalibration(264 * splitBytes, 264);
            double perSplit = calibration.base().count() * 14.0;
            assertThat(perSplit / (SplitCalibration.SHUFFLE_TO_INPUT * splitBytes))
                    .isLessThanOrEqualTo(0.05);
            double splitsPerWord = 1 + (double) calibration.repeated() / calibration.distinct();
            assertThat(splitsPerWord).isBetween(1.6, 1.8);
        }
    }

    @Test
    void marks_do_not_change_the_text() throws IOException {
        Configuration conf = conf(4, 1 << 20, 1);
        SplitText text = new SplitText(TextConfig.read(conf), 1, 1 << 18);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int mark = 1; mark <= 1 << 18; mark += 1777) {
            text.writeUpTo(mark, out);
        }
        text.writeUpTo(1 << 18, out);
        assertThat(out.toByteArray()).isEqualTo(text(conf, 1));
    }

    @Test
    void the_same_seed_gives_the_same_text_and_another_seed_or_split_another() throws IOException {
        byte[] text = text(conf(4, 1 << 20, 1), 1);
        assertThat(text(conf(4, 1 << 20, 1), 1)).isEqualTo(text);
        assertThat(text(conf(4, 1 << 20, 2), 1)).isNotEqualTo(text);
        assertThat(text(conf(4, 1 << 20, 1), 2)).isNotEqualTo(text);
    }

    @Test
    void different_numbers_spell_different_words_of_eight_letters() {
        RareWords rare = new RareWords(99, 1, 0, 4);
        Set<String> words = new HashSet<>();
        byte[] word = new byte[RareWords.LENGTH];
        for (long number = 0; number < 50_000; number++) {
            rare.spell(number < 25_000 ? number : RareWords.MAX - number, word);
            assertThat(words.add(new String(word, StandardCharsets.US_ASCII))).isTrue();
        }
        assertThat(words).allMatch(w -> w.matches("[a-z]{8}"));
    }

    @Test
    void settings_out_of_range_are_refused_with_key_value_and_range() {
        assertThatThrownBy(() -> TextConfig.read(conf(3, 1 << 20, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spindle.maps=3: must be a whole number from 4 to 100000");
        assertThatThrownBy(() -> TextConfig.read(conf(4, 1000, 1)))
                .hasMessageStartingWith("spindle.bytes=1000: must be a whole number from 262144");
        assertThatThrownBy(() -> TextConfig.read(conf(100_000, 1L << 50, 1)))
                .hasMessageStartingWith("spindle.bytes=1125899906842624: must be at most");
    }

    private static Configuration conf(int maps, long bytes, long seed) {
        Configuration conf = new Configuration(false);
        conf.setInt("spindle.maps", maps);
        conf.setLong("spindle.bytes", bytes);
        conf.setLong("spindle.seed", seed);
        return conf;
    }

    private static byte[] text(Configuration conf, int split) throws IOException {
        TextConfig config = TextConfig.read(conf);
        long share = Shares.of(config.bytes(), config.maps(), split);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SplitText(config, split, share).writeUpTo(share, out);
        return out.toByteArray();
    }

    private static List<String> words(byte[] text) {
        return Arrays.asList(new String(text, StandardCharsets.US_ASCII).trim().split("\\s+"));
    }

    /**
     * Counts as WordCount does: each split's distinct words go through the shuffle, and all distinct words into the
     * output.
     */
    private static final class Counted {
        private final Map<String, Long> counts = new HashMap<>();
        private double shuffleBytes;
        private long words;

        void map(byte[] text) {
            Map<String, Long> combined = new HashMap<>();
            StringTokenizer tokens = new StringTokenizer(new String(text, StandardCharsets.US_ASCII));
            while (tokens.hasMoreTokens()) {
                combined.merge(tokens.nextToken(), 1L, Long::sum);
                words++;
            }
            for (Map.Entry<String, Long> entry : combined.entrySet()) {
                // An entry has two lengths, a Text with its own length, and an int.
                shuffleBytes += 2 + 1 + entry.getKey().length() + 4;
                counts.merge(entry.getKey(), entry.getValue(), Long::sum);
            }
        }

        double outputBytes() {
            double bytes = 0;
            for (Map.Entry<String, Long> entry : counts.entrySet()) {
                bytes += (entry.getKey() + "\t" + entry.getValue() + "\n").length();
            }
            return bytes;
        }
    }
}
