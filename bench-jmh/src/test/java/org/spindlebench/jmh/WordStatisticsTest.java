package org.spindlebench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.shuffle.RecordMaker;

/**
 * Compares the shuffle's records with those that RandomTextWriter's own mapper makes: 64 MiB each, about 100,000
 * records.
 */
class WordStatisticsTest {
    private static final long BYTES = 64L << 20;

    private static Sample ours;
    private static Sample stock;

    /** Statistics of many records. */
    private static final class Sample {
        final Map<Integer, Integer> keyWords = new TreeMap<>();
        final Map<Integer, Integer> valueWords = new TreeMap<>();
        final Map<String, Integer> words = new HashMap<>();
        long records;
        long bytes;
        long wordsInAll;

        void add(Text key, Text value) {
            records++;
            bytes += key.getLength() + value.getLength();
            keyWords.merge(count(key), 1, Integer::sum);
            valueWords.merge(count(value), 1, Integer::sum);
        }

        private int count(Text sentence) {
            String text = sentence.toString();
            assertThat(text).endsWith(" ");
            String[] found = text.split(" ");
            for (String word : found) {
                words.merge(word, 1, Integer::sum);
            }
            wordsInAll += found.length;
            return found.length;
        }

        double meanRecord() {
            return (double) bytes / records;
        }

        /** Returns the mean length of a word, without the space. */
        double meanWord() {
            return (double) bytes / wordsInAll - 1;
        }
    }

    @BeforeAll
    static void makeBoth() throws Exception {
        stock = new Sample();
        StockMapperRun.randomText(BYTES, stock::add);
        ours = new Sample();
        RecordMaker maker = new RecordMaker(7, 0, Long.MAX_VALUE);
        while (ours.bytes < BYTES) {
            maker.next();
            ours.add(maker.key(), maker.value());
        }
    }

    @Test
    void keysHaveFiveToNineWordsEachAsOften() {
        assertThat(ours.keyWords.keySet()).isEqualTo(stock.keyWords.keySet()).containsExactly(5, 6, 7, 8, 9);
        assertUniform(ours.keyWords, ours.records);
        assertUniform(stock.keyWords, stock.records);
    }

    @Test
    void valuesHaveTenToNinetyNineWordsEachAsOften() {
        assertThat(ours.valueWords.keySet())
                .isEqualTo(stock.valueWords.keySet())
                .hasSize(90)
                .contains(10, 99);
        assertUniform(ours.valueWords, ours.records);
        assertUniform(stock.valueWords, stock.records);
    }

    @Test
    void eachOfAThousandWordsIsAsOften() {
        for (Sample sample : new Sample[] {ours, stock}) {
            assertThat(sample.words).hasSize(1000);
            assertUniform(sample.words, sample.wordsInAll);
        }
    }

    @Test
    void theWordsHaveTheSameMeanLength() {
        assertThat(meanLength(ours.words.keySet())).isEqualTo(9.655, within(1e-9));
        assertThat(meanLength(stock.words.keySet())).isEqualTo(9.655, within(1e-9));
        assertThat(ours.meanWord()).isEqualTo(stock.meanWord(), within(0.02));
    }

    @Test
    void recordsHaveTheSameMeanSize() {
        // A record has 7 and 54.5 words on average, each of 9.655 letters and a space.
        double expected = (7 + 54.5) * 10.655;
        assertThat(ours.meanRecord()).isEqualTo(expected, within(5.0));
        assertThat(stock.meanRecord()).isEqualTo(expected, within(5.0));
    }

    /** Checks that each count is within 7 standard deviations of an equal share. */
    private static void assertUniform(Map<?, Integer> counts, long all) {
        double expected = (double) all / counts.size();
        assertThat(counts.values())
                .allSatisfy(count -> assertThat((double) count).isCloseTo(expected, within(7 * Math.sqrt(expected))));
    }

    private static double meanLength(Set<String> words) {
        return words.stream().mapToInt(String::length).average().orElseThrow();
    }
}
