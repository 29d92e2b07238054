package org.spindlebench.jobs.data;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SplitMix;

/**
 * The kind of written data: {@code random}, {@code text}, {@code tera}, or a compression ratio such as {@code 2.5x}.
 */
public final class DataKind {
    /** The allowed values, for messages. */
    public static final String ALLOWED =
            "random, text, tera, or a compression ratio from 1x to " + (int) RatioBytes.MAX_RATIO + "x such as 2.5x";

    /** The size of the key and the value of a record whose data has a ratio, or is random. */
    public static final int RECORD_BYTES = RatioBytes.PERIOD;

    private static final DataKind RANDOM = new DataKind("random", 1, RandomBytes::new);
    private static final DataKind TEXT = new DataKind("text", 0, RandomText::new);
    private static final DataKind TERA = new DataKind("tera", 0, TeraRows::new);
    private static final Pattern RATIO = Pattern.compile("[1-9][0-9]?(\\.[0-9]{1,2})?x");

    private interface Filler {
        FileData of(long seed, int file);
    }

    private final String name;
    private final double ratio;
    private final Filler filler;

    /** @param ratio the compression ratio; 0 for kinds that are made without a ratio */
    private DataKind(String name, double ratio, Filler filler) {
        this.name = name;
        this.ratio = ratio;
        this.filler = filler;
    }

    /**
     * Returns the kind that a job's Configuration names, by default {@code random}.
     *
     * @throws IllegalArgumentException if there is no such kind
     */
    public static DataKind read(Configuration conf) {
        return new SettingReader(conf).parsed(JobKeys.DATA, RANDOM, DataKind::parse);
    }

    /**
     * Returns the kind with the given name.
     *
     * @throws IllegalArgumentException if there is no such kind
     */
    public static DataKind parse(String text) {
        switch (text) {
            case "random":
                return RANDOM;
            case "text":
                return TEXT;
            case "tera":
                return TERA;
            default:
                return ratio(text);
        }
    }

    private static DataKind ratio(String text) {
        if (RATIO.matcher(text).matches()) {
            BigDecimal ratio = new BigDecimal(text.substring(0, text.length() - 1)).stripTrailingZeros();
            double value = ratio.doubleValue();
            if (value <= RatioBytes.MAX_RATIO) {
                String name = ratio.toPlainString() + "x";
                return new DataKind(name, value, (seed, file) -> RatioBytes.ofFile(value, new RandomBytes(seed, file)));
            }
        }
        throw new IllegalArgumentException("allowed are " + ALLOWED);
    }

    public FileData file(long seed, int file) {
        return filler.of(seed, file);
    }

    /** Returns the compression ratio that the data is made for; 1 for random data; 0 for text and rows. */
    public double ratio() {
        return ratio;
    }

    /**
     * For a kind with a ratio, returns data in which each {@link #RECORD_BYTES} bytes are the key and the value of one
     * record. The records have this ratio as an IFile frames them.
     */
    public FileData records(long seed, int split) {
        return RatioBytes.ofRecords(ratio, new RandomBytes(seed, split));
    }

    /** Returns the name that {@link #parse} reads. A ratio has no trailing zeros. */
    @Override
    public String toString() {
        return name;
    }

    /**
     * Makes random words, each followed by a space, as in the shuffle's records. The last word of a page is cut off.
     */
    static final class RandomText extends PagedData {
        /** Fits into a core's first-level cache together with the words. */
        private static final int PAGE_BYTES = 16 << 10;

        private static final int WORDS_AT_ONCE = 64;

        RandomText(long seed, int file) {
            super(seed, file, PAGE_BYTES, RandomWords.room(WORDS_AT_ONCE));
        }

        @Override
        void make(long number, SplitMix random, byte[] into) {
            int end = 0;
            while (end < PAGE_BYTES) {
                end = RandomWords.write(into, end, WORDS_AT_ONCE, random);
            }
        }
    }

    /**
     * Makes bytes that compress at a chosen ratio. Each KiB begins with random bytes and then repeats the last of them.
     * So every page, record or buffer that is compressed separately has the same ratio, and no two KiB are equal.
     */
    static final class RatioBytes implements FileData {
        /** The largest ratio. Beyond it, codecs differ too much. */
        static final double MAX_RATIO = 50;

        static final int PERIOD = 1024;
        /** The overhead of lz4 and deflate for a run of equal bytes, which is 7 to 12 bytes. */
        private static final double FRAMING = 9;
        /** The bytes that an IFile adds to a record of one period: four lengths. */
        private static final double LENGTHS = 8;
        /** The bytes that lz4 and deflate need for these lengths, midway between the two. */
        private static final double LENGTHS_COMPRESSED = 4;

        private final RandomBytes random;
        private final double randomPerPeriod;

        private RatioBytes(double randomPerPeriod, RandomBytes random) {
            this.random = random;
            this.randomPerPeriod = randomPerPeriod;
        }

        static RatioBytes ofFile(double ratio, RandomBytes random) {
            return new RatioBytes(ratio == 1 ? PERIOD : PERIOD / ratio - FRAMING, random);
        }

        static RatioBytes ofRecords(double ratio, RandomBytes random) {
            double compressed = (PERIOD + LENGTHS) / ratio - LENGTHS_COMPRESSED;
            return new RatioBytes(ratio == 1 ? PERIOD : compressed - FRAMING, random);
        }

        @Override
        public void fill(long offset, byte[] buffer, int length) {
            LongBuffer longs = RandomBytes.longs(buffer);
            int at = 0;
            while (at < length) {
                long period = (offset + at) / PERIOD;
                long begin = period * PERIOD - offset;
                long repeats = begin + randomBytes(period);
                int randomEnd = (int) Math.max(at, Math.min(repeats, buffer.length));
                random.put(offset + at, longs, at / Long.BYTES, randomEnd / Long.BYTES);
                int end = (int) Math.min(begin + PERIOD, buffer.length);
                if (randomEnd < end) {
                    Arrays.fill(buffer, randomEnd, end, random.at(offset + repeats - 1));
                }
                at = end;
            }
        }

        /** Returns the random bytes of a period, a multiple of 8, which varies so that all together have the ratio. */
        private long randomBytes(long period) {
            return (randomLongs(period + 1) - randomLongs(period)) * Long.BYTES;
        }

        private long randomLongs(long periods) {
            return (long) (periods * randomPerPeriod / Long.BYTES);
        }
    }

    /**
     * Makes rows in TeraGen's format. A row has a random key of 10 bytes, its number as 32 hexadecimal digits, and 12
     * random hexadecimal digits, each four times. Marks separate these parts. Unlike TeraGen's rows, these rows depend
     * on a seed, so runs differ.
     */
    static final class TeraRows extends PagedData {
        private static final int ROW_BYTES = 100;
        private static final int ROWS = 160;
        private static final int NUMBER_AT = 12;
        private static final int FILLER_AT = 48;
        private static final int FILLER_DIGITS = 12;
        private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
        /** The marks 00 11, 88 99 AA BB and CC DD EE FF as little-endian numbers. */
        private static final short AFTER_KEY = 0x1100;

        private static final int AFTER_NUMBER = 0xBBAA9988;
        private static final int END = 0xFFEEDDCC;
        /** Pairs of hexadecimal digits, with the higher digit first in memory. */
        private static final short[] PAIRS = new short[256];
        /** Pairs of hexadecimal digits, with the lower digit first in memory, and each four times. */
        private static final long[] QUADS = new long[256];

        static {
            for (int i = 0; i < PAIRS.length; i++) {
                PAIRS[i] = (short) (HEX[i >>> 4] | HEX[i & 15] << 8);
                QUADS[i] = HEX[i & 15] * 0x01010101L | HEX[i >>> 4] * 0x0101010100000000L;
            }
        }

        private final int file;
        private boolean marked;

        TeraRows(long seed, int file) {
            super(seed, file, ROWS * ROW_BYTES, 0);
            this.file = file;
        }

        @Override
        void make(long number, SplitMix random, byte[] into) {
            ByteBuffer page = ByteBuffer.wrap(into).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < ROWS && !marked; i++) {
                mark(page, i * ROW_BYTES);
            }
            marked = true;
            for (int i = 0; i < ROWS; i++) {
                row(page, i * ROW_BYTES, number * ROWS + i, random);
            }
        }

        /** Writes the bytes that are equal on all pages: the marks, and the number's upper half (the file's index). */
        private void mark(ByteBuffer page, int at) {
            page.putShort(at + NUMBER_AT - Short.BYTES, AFTER_KEY);
            page.putLong(at + NUMBER_AT, digits((long) file >>> Integer.SIZE));
            page.putLong(at + NUMBER_AT + Long.BYTES, digits(file));
            page.putInt(at + FILLER_AT - Integer.BYTES, AFTER_NUMBER);
            page.putInt(at + ROW_BYTES - Integer.BYTES, END);
        }

        /** Writes the key, the row's index (the lower half of the number), and the filler. */
        private static void row(ByteBuffer page, int at, long row, SplitMix random) {
            long bits = random.next();
            page.putLong(at, random.next());
            page.putShort(at + Long.BYTES, (short) bits);
            page.putLong(at + NUMBER_AT + 2 * Long.BYTES, digits(row >>> Integer.SIZE));
            page.putLong(at + NUMBER_AT + 3 * Long.BYTES, digits(row));
            bits >>>= Short.SIZE;
            for (int i = 0; i < FILLER_DIGITS / 2; i++) {
                page.putLong(at + FILLER_AT + i * Long.BYTES, QUADS[(int) bits & 255]);
                bits >>>= Byte.SIZE;
            }
        }

        /** Returns the lower four bytes of a number as eight digits, with the highest first in memory. */
        private static long digits(long number) {
            int low = (int) number;
            return (PAIRS[low >>> 24] & 0xFFFFL)
                    | (PAIRS[low >>> 16 & 255] & 0xFFFFL) << 16
                    | (PAIRS[low >>> 8 & 255] & 0xFFFFL) << 32
                    | (PAIRS[low & 255] & 0xFFFFL) << 48;
        }
    }

    /** Makes data one page at a time. Each page has its own random stream. */
    abstract static class PagedData implements FileData {
        private static final long NONE = -1;

        private final int pageBytes;
        private final byte[] page;
        private final long fileSeed;
        private long held = NONE;

        /** @param slackBytes number of bytes after the page that {@link #make} may overwrite */
        PagedData(long seed, int file, int pageBytes, int slackBytes) {
            this.fileSeed = new SplitMix(seed, file).next();
            this.pageBytes = pageBytes;
            this.page = new byte[pageBytes + slackBytes];
        }

        @Override
        public final void fill(long offset, byte[] buffer, int length) {
            int at = 0;
            while (at < length) {
                long number = (offset + at) / pageBytes;
                if (number != held) {
                    make(number, new SplitMix(fileSeed, number), page);
                    held = number;
                }
                int skip = (int) ((offset + at) % pageBytes);
                int some = Math.min(pageBytes - skip, length - at);
                System.arraycopy(page, skip, buffer, at, some);
                at += some;
            }
        }

        /** Fills the page with the given number from the page's own random stream. All pages share one array. */
        abstract void make(long number, SplitMix random, byte[] into);
    }

    /**
     * Makes random bytes. Each group of eight bytes, in little-endian order, is the mix of a counter. The counter holds
     * the file's index and the position in the file. So no aligned group occurs twice among all files of a seed, and
     * the data neither compresses nor deduplicates.
     */
    private static final class RandomBytes implements FileData {
        /** The number of counter values per file, which is the number of longs in the longest file. */
        private static final long LONGS_PER_FILE = MAX_FILE_BYTES / Long.BYTES;

        private final long start;

        RandomBytes(long seed, int file) {
            this.start = SplitMix.mix(seed + SplitMix.STEP) + file * LONGS_PER_FILE * SplitMix.STEP;
        }

        @Override
        public void fill(long offset, byte[] buffer, int length) {
            put(offset, longs(buffer), 0, (length + Long.BYTES - 1) / Long.BYTES);
        }

        /** Returns a view of a buffer in the byte order of this class. */
        static LongBuffer longs(byte[] buffer) {
            return ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        }

        /** Writes the file's content, starting at an offset, to a range of longs in a buffer. */
        void put(long offset, LongBuffer out, int from, int to) {
            long counter = start + offset / Long.BYTES * SplitMix.STEP;
            for (int i = from; i < to; i++) {
                out.put(i, SplitMix.mix(counter));
                counter += SplitMix.STEP;
            }
        }

        byte at(long offset) {
            long eight = SplitMix.mix(start + offset / Long.BYTES * SplitMix.STEP);
            return (byte) (eight >>> (offset % Long.BYTES * Byte.SIZE));
        }
    }
}
