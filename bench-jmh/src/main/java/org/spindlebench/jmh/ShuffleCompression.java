package org.spindlebench.jmh;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.shuffle.ShuffleRecords;
import org.spindlebench.jobs.shuffle.ShuffleTool.KeyRange;

/**
 * Prints the compression ratio of one map's output with each codec, for both kinds of the shuffle's records and for
 * stock TeraGen's rows.
 *
 * <p>The job's partitioner assigns the records to partitions, where they are sorted by key. Hadoop's own IFile writer
 * then writes them with Hadoop's own codecs at their default settings. Hadoop's Zstandard codec needs the native
 * library. Without that codec, each partition's IFile is written uncompressed and then compressed as a whole, at the
 * codec's default level.
 *
 * <p>Fails if the ratio of the shuffle's rows differs by more than 5 % from that of TeraGen's rows.
 */
public final class ShuffleCompression {
    static final double NEEDED = 0.05;
    private static final int ZSTD_LEVEL = 3;
    private static final int ROW_BYTES = 104;

    private static final Configuration CONF = new Configuration(false);

    /** The compression ratios of three kinds of records, by codec. */
    record Ratios(Map<String, Double> text, Map<String, Double> rows, Map<String, Double> stock) {
        /** Returns the largest relative difference between the ratios of the shuffle's rows and TeraGen's. */
        double worst() {
            return stock.entrySet().stream()
                    .mapToDouble(codec -> Math.abs(rows.get(codec.getKey()) / codec.getValue() - 1))
                    .max()
                    .orElseThrow();
        }
    }

    private interface Maker {
        void make(BiConsumer<Text, Text> consumer) throws IOException, InterruptedException;
    }

    private record Pair(Text key, Text value) {}

    private ShuffleCompression() {}

    /** @param args the bytes of a map's output (default: 64 MiB) and the number of reduces (default: 16) */
    public static void main(String[] args) throws IOException, InterruptedException {
        int bytes = args.length > 0 ? Integer.parseInt(args[0]) : 64 << 20;
        int reduces = args.length > 1 ? Integer.parseInt(args[1]) : 16;
        Ratios ratios = measure(bytes, reduces);
        print("a map's output of %d bytes for %d reduces: bytes before / after compression%n", bytes, reduces);
        print("%-10s %12s %12s %14s %14s%n", "codec", "data=text", "data=tera", "stock TeraGen", "text / stock");
        ratios.stock()
                .forEach((codec, stock) -> print(
                        "%-10s %12.2f %12.2f %14.2f %14.2f%n",
                        codec,
                        ratios.text().get(codec),
                        ratios.rows().get(codec),
                        stock,
                        ratios.text().get(codec) / stock));
        for (String kind : new String[] {"random", "1.5x", "2.5x", "5x", "10x"}) {
            print("data=%-6s %s%n", kind, measure(DataKind.parse(kind), bytes, reduces));
        }
        print("rows differ from TeraGen's by %.1f %% at most (needed: %.0f %%)%n", 100 * ratios.worst(), 100 * NEEDED);
        if (ratios.worst() > NEEDED) {
            throw new IllegalStateException("the shuffle's rows do not compress as TeraGen's do");
        }
    }

    static Ratios measure(int bytes, int reduces) throws IOException, InterruptedException {
        return new Ratios(
                ratios(made(ShuffleRecords.TEXT, bytes), reduces, new HashPartitioner<>()),
                ratios(made(ShuffleRecords.kind("tera"), bytes), reduces, new KeyRange()),
                // TeraSort's partitions are also ranges of keys.
                ratios(to -> StockMapperRun.teraRows(bytes / ROW_BYTES, to), reduces, new KeyRange()));
    }

    /** Returns the ratios of the shuffle's records of a kind that has a ratio, by codec. */
    static Map<String, Double> measure(DataKind kind, int bytes, int reduces) throws IOException, InterruptedException {
        return ratios(made(kind, bytes), reduces, new KeyRange());
    }

    private static Maker made(DataKind kind, int bytes) {
        return to -> {
            ShuffleRecords records = ShuffleRecords.of(kind, 1, 0, bytes);
            while (records.made() < bytes) {
                records.next();
                to.accept(records.key(), records.value());
            }
        };
    }

    private static Map<String, Double> ratios(Maker maker, int reduces, Partitioner<Text, Text> partitioner)
            throws IOException, InterruptedException {
        List<List<Pair>> partitions = new ArrayList<>();
        for (int i = 0; i < reduces; i++) {
            partitions.add(new ArrayList<>());
        }
        maker.make((key, value) -> partitions
                .get(partitioner.getPartition(key, value, reduces))
                .add(new Pair(new Text(key), new Text(value))));
        partitions.forEach(partition -> partition.sort((one, other) -> one.key().compareTo(other.key())));
        Map<String, Double> ratios = new LinkedHashMap<>();
        ratios.put("lz4", ratio(partitions, codec(Lz4Codec.class)));
        ratios.put("snappy", ratio(partitions, codec(SnappyCodec.class)));
        ratios.put("deflate", ratio(partitions, codec(DefaultCodec.class)));
        ratios.put("zstd", zstd(partitions));
        return ratios;
    }

    private static CompressionCodec codec(Class<? extends CompressionCodec> type) {
        return ReflectionUtils.newInstance(type, CONF);
    }

    private static double ratio(List<List<Pair>> partitions, CompressionCodec codec) throws IOException {
        double before = 0;
        double after = 0;
        for (List<Pair> partition : partitions) {
            IFile.Writer<Text, Text> segment = write(partition, OutputStream.nullOutputStream(), codec);
            before += segment.getRawLength();
            after += segment.getCompressedLength();
        }
        return before / after;
    }

    private static double zstd(List<List<Pair>> partitions) throws IOException {
        double before = 0;
        double after = 0;
        for (List<Pair> partition : partitions) {
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            write(partition, plain, null);
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (OutputStream out = new ZstdOutputStreamNoFinalizer(compressed, ZSTD_LEVEL)) {
                plain.writeTo(out);
            }
            before += plain.size();
            after += compressed.size();
        }
        return before / after;
    }

    private static IFile.Writer<Text, Text> write(List<Pair> records, OutputStream to, CompressionCodec codec)
            throws IOException {
        IFile.Writer<Text, Text> segment =
                new IFile.Writer<>(CONF, new FSDataOutputStream(to, null), Text.class, Text.class, codec, null);
        for (Pair record : records) {
            segment.append(record.key(), record.value());
        }
        segment.close();
        return segment;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
