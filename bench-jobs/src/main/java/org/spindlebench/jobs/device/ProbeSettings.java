package org.spindlebench.jobs.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.probe.layout.Finding;

/** The settings for the measurements in each directory. Immutable. */
public final class ProbeSettings {
    /** The kind of the finding that contains the settings. */
    public static final String KIND = "settings";

    /** The largest number of threads that make random requests. */
    public static final int MOST_THREADS = 256;

    /** The bytes of the largest request. */
    public static final int LARGEST_BLOCK = 64 << 20;

    /** The bytes of the smallest sequential request. */
    public static final int SMALLEST_SEQUENTIAL = 1 << 20;

    /** The limit of measurements' stream numbers. Warm-ups have numbers from this one on. */
    static final int MOST_STREAMS = 1 << 14;

    /** The number of words before the random blocks in the text form. */
    private static final int FIXED_WORDS = 8;

    /** Names the measurements that need fio, and the remedy. */
    private static final String WITHOUT_FIO =
            "random requests were not measured, because this user's PATH has no fio that"
                    + " runs: install it, for example with apt-get install fio or dnf install fio, and measure again";

    private static final int UNIT = 4096;
    private static final int PERCENT = 100;
    private static final long NANOS = 1_000_000_000;

    private final long fileBytes;
    private final int sequentialBlock;
    private final List<Integer> randomBlocks;
    private final Duration randomTime;
    private final int threads;
    private final int slices;
    private final long seed;
    private final Duration limit;
    private final int fullest;

    private ProbeSettings(Builder builder) {
        sequentialBlock = builder.sequentialBlock;
        randomBlocks = Collections.unmodifiableList(new ArrayList<>(builder.randomBlocks));
        List<Integer> blocks = blocks();
        for (int block : blocks) {
            require(block >= UNIT && block <= LARGEST_BLOCK && Integer.bitCount(block) == 1, "a block of " + block);
        }
        int largest = Collections.max(blocks);
        // The file contains a whole number of blocks of every size.
        fileBytes = builder.fileBytes / largest * largest;
        randomTime = builder.randomTime;
        threads = builder.threads;
        slices = builder.slices;
        seed = builder.seed;
        limit = builder.limit;
        fullest = builder.fullest;
        require(fullest > 0 && fullest <= PERCENT, "fullest: " + fullest);
        require(sequentialBlock >= SMALLEST_SEQUENTIAL, "a sequential block of " + sequentialBlock);
        require(fileBytes >= largest, "a file of " + builder.fileBytes);
        require(threads > 0 && threads <= MOST_THREADS, "threads: " + threads);
        require(slices >= 0 && slices <= fileBytes / sequentialBlock, "slices: " + slices);
        require(slices == 0 || randomBlocks.isEmpty(), "slices and random blocks: " + randomBlocks);
        require(!randomTime.isNegative() && !randomTime.isZero() && !limit.isNegative() && !limit.isZero(), "times");
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException(what);
        }
    }

    /** Returns the bytes of the file, which is the requested number rounded down to a multiple of the largest block. */
    public long fileBytes() {
        return fileBytes;
    }

    /** Returns the time limit of the random requests for each operation and block size. */
    long randomNanos() {
        return randomTime.toNanos();
    }

    int threads() {
        return threads;
    }

    /** Returns the number of slices of equal bytes of the sequential write that are timed; 0 for none. */
    int slices() {
        return slices;
    }

    long seed() {
        return seed;
    }

    /** Returns the time limit of the whole probe. */
    public Duration limit() {
        return limit;
    }

    /** Returns the largest used share of a file system, including the probe's file, in percent. */
    int fullest() {
        return fullest;
    }

    /** Returns all request sizes, with the sequential size first. */
    private List<Integer> blocks() {
        List<Integer> blocks = new ArrayList<>();
        blocks.add(sequentialBlock);
        blocks.addAll(randomBlocks);
        return blocks;
    }

    /** Returns the steps in order. A file must be written before it is read. */
    List<BlockSizeStep> steps() {
        List<BlockSizeStep> steps = new ArrayList<>(Arrays.asList(
                new BlockSizeStep(Operation.WRITE, sequentialBlock),
                new BlockSizeStep(Operation.READ, sequentialBlock)));
        randomBlocks.forEach(block -> steps.add(new BlockSizeStep(Operation.RANDOM_READ, block)));
        randomBlocks.forEach(block -> steps.add(new BlockSizeStep(Operation.RANDOM_WRITE, block)));
        return steps;
    }

    /**
     * Returns a finding with the settings in base units, the tool that makes the requests, and the measurements that
     * the tool cannot make.
     */
    Finding finding(Engine engine) {
        SortedMap<String, String> said = new TreeMap<>();
        said.put("fileBytes", String.valueOf(fileBytes));
        said.put("randomSeconds", String.valueOf(randomTime.toNanos() / (double) NANOS));
        said.put("threads", String.valueOf(threads));
        said.put("seed", String.valueOf(seed));
        said.put("limitSeconds", String.valueOf(limit.toMillis() / 1000));
        said.put("tool", engine.name());
        if (!steps().stream().allMatch(engine::canDo)) {
            said.put("leftOut", WITHOUT_FIO);
        }
        return new Finding(KIND, "", said);
    }

    /** Converts the settings to text for another process. */
    public String text() {
        return fileBytes + " " + sequentialBlock + " " + randomTime.toNanos() + " " + threads + " " + seed + " "
                + limit.toMillis() + " " + slices + " " + fullest
                + randomBlocks.stream().map(block -> " " + block).collect(Collectors.joining());
    }

    /**
     * Parses the result of {@link #text()}.
     *
     * @throws IllegalArgumentException if the text contains no valid settings
     */
    public static ProbeSettings parse(String text) {
        String[] words = text.trim().split(" ");
        require(words.length >= FIXED_WORDS, "settings: " + text);
        int word = 0;
        Builder settings = new Builder()
                .fileBytes(Long.parseLong(words[word++]))
                .sequentialBlock(Integer.parseInt(words[word++]))
                .randomTime(Duration.ofNanos(Long.parseLong(words[word++])))
                .threads(Integer.parseInt(words[word++]))
                .seed(Long.parseLong(words[word++]))
                .limit(Duration.ofMillis(Long.parseLong(words[word++])))
                .slices(Integer.parseInt(words[word++]))
                .fullest(Integer.parseInt(words[word++]));
        List<Integer> blocks = new ArrayList<>();
        while (word < words.length) {
            blocks.add(Integer.valueOf(words[word++]));
        }
        return settings.randomBlocks(blocks).build();
    }

    /** Collects settings. The defaults are the command line's defaults. */
    public static final class Builder {
        private long fileBytes = 4L << 30;
        private int sequentialBlock = SMALLEST_SEQUENTIAL;
        private List<Integer> randomBlocks = Arrays.asList(64 << 10, 1 << 20, 4 << 20);
        private Duration randomTime = Duration.ofSeconds(10);
        private int threads = 1;
        private int slices;
        private long seed;
        private Duration limit = Duration.ofHours(1);
        private int fullest = PERCENT;

        /** Sets the size of each directory's file in bytes. */
        public Builder fileBytes(long bytes) {
            fileBytes = bytes;
            return this;
        }

        /** Sets the sequential block in bytes, a power of two that is at least {@link #SMALLEST_SEQUENTIAL}. */
        public Builder sequentialBlock(int bytes) {
            sequentialBlock = bytes;
            return this;
        }

        /**
         * Sets the random blocks in bytes, powers of two from 4096 up. With no random blocks, the probe makes only
         * sequential requests.
         */
        public Builder randomBlocks(List<Integer> bytes) {
            randomBlocks = bytes;
            return this;
        }

        /** Sets the time limit for each random operation and block. */
        public Builder randomTime(Duration most) {
            randomTime = most;
            return this;
        }

        /** Sets the number of threads that make random requests. Each thread makes one request at a time. */
        public Builder threads(int number) {
            threads = number;
            return this;
        }

        /**
         * Sets the number of timed slices of equal bytes of the sequential write, at most the number of its requests.
         * fio times no slices, and random blocks need fio, so a probe cannot have slices and random blocks.
         */
        public Builder slices(int number) {
            slices = number;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        public Builder limit(Duration whole) {
            limit = whole;
            return this;
        }

        /**
         * Sets the largest used share of a file system, including the probe's file, in percent. Daemons stop using a
         * directory whose file system is too full.
         */
        public Builder fullest(int percent) {
            fullest = percent;
            return this;
        }

        /** @throws IllegalArgumentException if a setting is out of range */
        public ProbeSettings build() {
            return new ProbeSettings(this);
        }
    }
}
