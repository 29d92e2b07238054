package org.spindlebench.jobs.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.shuffle.ShuffleTool.KeyRange;

class RecordMakerTest {
    private static final DataKind TERA = ShuffleRecords.kind("tera");

    @Test
    void the_records_of_a_share_have_exactly_its_framed_bytes() throws IOException {
        for (long share = ShuffleRecords.MIN_BYTES; share < 5000; share++) {
            long framed = 0;
            for (Text[] made : records(3, 1, share)) {
                framed += framedByHadoop(made[0], made[1]);
            }
            assertThat(framed).isEqualTo(share);
        }
    }

    @Test
    void rows_of_a_share_have_exactly_its_framed_bytes_and_are_teragens_in_size() throws IOException {
        for (long share = ShuffleRecords.MIN_BYTES; share < 5000; share++) {
            List<Text[]> rows = records(ShuffleRecords.of(TERA, 3, 1, share), share);
            long framed = 0;
            for (Text[] row : rows) {
                framed += framedByHadoop(row[0], row[1]);
            }
            assertThat(framed).isEqualTo(share);
            assertThat(rows.subList(0, rows.size() - 1))
                    .allMatch(row -> row[0].getLength() == 10 && row[1].getLength() == 90);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "1x", "2.5x", "10x"})
    void records_of_a_ratio_have_exactly_a_shares_framed_bytes_and_do_not_repeat(String kind) throws IOException {
        for (long share : new long[] {64, 65, 1031, 1032, 1095, 1096, 100_001, 300_000}) {
            List<Text[]> records = records(ShuffleRecords.of(ShuffleRecords.kind(kind), 3, 1, share), share);
            long framed = 0;
            Set<Text> keys = new HashSet<>();
            for (Text[] one : records) {
                framed += framedByHadoop(one[0], one[1]);
                keys.add(one[0]);
            }
            assertThat(framed).isEqualTo(share);
            assertThat(keys).hasSize(records.size());
        }
        assertThat(ShuffleRecords.first(ShuffleRecords.kind(kind), 1, 100_000))
                .isNotEqualTo(ShuffleRecords.first(ShuffleRecords.kind(kind), 2, 100_000));
    }

    @Test
    void keys_of_rows_are_parted_in_order_and_evenly() {
        List<Text[]> rows = records(ShuffleRecords.of(TERA, 1, 0, 4 << 20), 4 << 20);
        rows.sort((one, other) -> one[0].compareTo(other[0]));
        int[] counts = new int[7];
        int before = 0;
        for (Text[] row : rows) {
            int partition = new KeyRange().getPartition(row[0], row[1], counts.length);
            assertThat(partition).isBetween(before, before + 1);
            counts[partition]++;
            before = partition;
        }
        double mean = (double) rows.size() / counts.length;
        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat((double) count).isCloseTo(mean, within(6 * Math.sqrt(mean))));
    }

    @Test
    void rows_do_not_repeat_and_follow_from_seed_and_split() {
        Set<Text> keys = new HashSet<>();
        Set<Text> values = new HashSet<>();
        List<Text[]> rows = records(ShuffleRecords.of(TERA, 1, 0, 1 << 20), 1 << 20);
        rows.forEach(row -> keys.add(row[0]));
        rows.forEach(row -> values.add(row[1]));
        assertThat(keys).hasSize(rows.size());
        assertThat(values).hasSize(rows.size());
        long checksum = checksum(records(ShuffleRecords.of(TERA, 1, 2, 100_000), 100_000));
        assertThat(checksum(records(ShuffleRecords.of(TERA, 1, 2, 100_000), 100_000)))
                .isEqualTo(checksum);
        assertThat(checksum(records(ShuffleRecords.of(TERA, 1, 3, 100_000), 100_000)))
                .isNotEqualTo(checksum);
        assertThat(checksum(records(ShuffleRecords.of(TERA, 2, 2, 100_000), 100_000)))
                .isNotEqualTo(checksum);
    }

    @Test
    void records_follow_the_model_in_number_of_words_and_in_mean_size() {
        List<Text[]> records = records(1, 0, 8 << 20);
        List<Text[]> whole = records.subList(0, records.size() - 1);
        Set<Integer> keyWords = new HashSet<>();
        Set<Integer> valueWords = new HashSet<>();
        double bytes = 0;
        for (Text[] made : whole) {
            keyWords.add(made[0].toString().split(" ").length);
            valueWords.add(made[1].toString().split(" ").length);
            bytes += made[0].getLength() + made[1].getLength();
        }
        assertThat(keyWords).containsExactlyInAnyOrder(5, 6, 7, 8, 9);
        assertThat(valueWords).hasSize(90).allMatch(words -> words >= 10 && words <= 99);
        assertThat(bytes / whole.size()).isCloseTo(655, within(10.0));
    }

    @Test
    void keys_hardly_ever_repeat() {
        Set<String> keys = new HashSet<>();
        List<Text[]> records = records(1, 0, 8 << 20);
        records.forEach(made -> keys.add(made[0].toString()));
        assertThat(keys).hasSize(records.size());
    }

    @Test
    void the_same_seed_and_split_give_the_same_records_and_others_give_others() {
        assertThat(checksum(records(1, 2, 100_000))).isEqualTo(checksum(records(1, 2, 100_000)));
        assertThat(checksum(records(1, 2, 100_000))).isNotEqualTo(checksum(records(1, 3, 100_000)));
        assertThat(checksum(records(1, 2, 100_000))).isNotEqualTo(checksum(records(2, 2, 100_000)));
    }

    @Test
    void a_share_too_small_for_a_record_is_refused_with_key_value_and_range() {
        Configuration conf = new Configuration(false);
        conf.set("spindle.maps", "10");
        conf.set("spindle.bytes", "639");
        assertThatThrownBy(() -> ShuffleRecords.readConfig(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("spindle.bytes=639: must be a whole number from 640");
    }

    @Test
    void the_checksum_does_not_depend_on_order() {
        List<Text[]> records = records(1, 0, 100_000);
        List<Text[]> turned = new ArrayList<>(records);
        Collections.reverse(turned);
        assertThat(checksum(turned)).isEqualTo(checksum(records));
    }

    @Test
    void the_checksum_notices_every_flipped_bit() {
        Text key = new Text("some key");
        Text value = new Text("some value of more words");
        long sum = checksum(List.of(new Text[][] {{key, value}}));
        for (Text text : List.of(key, value)) {
            for (int bit = 0; bit < text.getLength() * 8; bit++) {
                text.getBytes()[bit / 8] ^= (byte) (1 << bit % 8);
                assertThat(checksum(List.of(new Text[][] {{key, value}}))).isNotEqualTo(sum);
                text.getBytes()[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
    }

    @Test
    void the_checksum_notices_exchanged_bytes_exchanged_values_lost_and_doubled_records() {
        List<Text[]> records = records(1, 0, 100_000);
        long sum = checksum(records);
        assertThat(checksum(records.subList(1, records.size()))).isNotEqualTo(sum);
        List<Text[]> doubled = new ArrayList<>(records);
        doubled.set(0, records.get(1));
        assertThat(checksum(doubled)).isNotEqualTo(sum);
        List<Text[]> exchanged = new ArrayList<>(records);
        exchanged.set(0, new Text[] {records.get(0)[0], records.get(1)[1]});
        exchanged.set(1, new Text[] {records.get(1)[0], records.get(0)[1]});
        assertThat(checksum(exchanged)).isNotEqualTo(sum);
        exchangeFirstBytes(records.get(2)[1], records.get(3)[1]);
        assertThat(checksum(records)).isNotEqualTo(sum);
    }

    private static void exchangeFirstBytes(Text one, Text other) {
        int at = Arrays.mismatch(one.getBytes(), other.getBytes());
        byte first = one.getBytes()[at];
        one.getBytes()[at] = other.getBytes()[at];
        other.getBytes()[at] = first;
    }

    private static List<Text[]> records(long seed, int split, long share) {
        return records(new RecordMaker(seed, split, share), share);
    }

    private static List<Text[]> records(ShuffleRecords maker, long share) {
        List<Text[]> records = new ArrayList<>();
        while (maker.made() < share) {
            maker.next();
            records.add(new Text[] {new Text(maker.key()), new Text(maker.value())});
        }
        return records;
    }

    private static long checksum(List<Text[]> records) {
        RecordChecksum checksum = new RecordChecksum();
        records.forEach(made -> checksum.add(made[0], made[1]));
        return checksum.sum();
    }

    /** Frames a record as IFile.Writer does: serialises key and value, and writes their two lengths in front. */
    private static long framedByHadoop(Text key, Text value) throws IOException {
        DataOutputBuffer data = new DataOutputBuffer();
        key.write(data);
        int keyLength = data.getLength();
        value.write(data);
        int valueLength = data.getLength() - keyLength;
        DataOutputBuffer framed = new DataOutputBuffer();
        WritableUtils.writeVInt(framed, keyLength);
        WritableUtils.writeVInt(framed, valueLength);
        framed.write(data.getData(), 0, data.getLength());
        return framed.getLength();
    }
}
