package org.spindlebench.jobs.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.device.IoTask.Step;
import org.spindlebench.jobs.probe.layout.Finding;

/** Says what a probe does in each directory. Immutable. */
public final class ProbeSettings {
    /** Kind of the finding that holds the settings. */
    public static final String KIND = "settings";

    /** Largest number of threads that make random requests. */
    public static final int MOST_THREADS = 256;

    /** Bytes of the largest request. */
    public static final int LARGEST_BLOCK = 64 << 20;

    /** Smallest number of bytes of a sequential request. */
    public static final int SMALLEST_SEQUENTIAL = 1 << 20;

    /** Limit of the stream numbers of measurements; numbers from here on serve warm-ups. */
    static final int MOST_STREAMS = 1 << 14;

    /** Words of the text before the random blocks. */
    private static final int FIXED_WORDS = 8;

    private static final int UNIT = 4096;
    private static final long NANOS = 1_000_000_000;

    /** The tool that makes the requests. */
    public enum Tool {
        /** fio if the node has it, otherwise Spindle's own engine. */
        AUTO,
        /** Spindle's own engine. */
        OWN,
        /** fio only. */
        FIO
    }

    private final long fileBytes;
    private final int sequentialBlock;
    private final List<Integer> randomBlocks;
    private final long requests;
    private final Duration randomTime;
    private final int threads;
    private final long seed;
    private final Tool tool;
    private final Duration limit;

    private ProbeSettings(Builder builder) {
        sequentialBlock = builder.sequentialBlock;
        randomBlocks = Collections.unmodifiableList(new ArrayList<>(builder.randomBlocks));
        List<Integer> blocks = blocks();
        for (int block : blocks) {
            require(block >= UNIT && block <= LARGEST_BLOCK && Integer.bitCount(block) == 1, "a block of " + block);
        }
        int largest = Collections.max(blocks);
        // The file holds a whole number of blocks of every size.
        fileBytes = builder.fileBytes / largest * largest;
        requests = builder.requests;
        randomTime = builder.randomTime;
        threads = builder.threads;
        seed = builder.seed;
        tool = builder.tool;
        limit = builder.limit;
        require(sequentialBlock >= SMALLEST_SEQUENTIAL, "a sequential block of " + sequentialBlock);
        require(fileBytes >= largest, "a file of " + builder.fileBytes);
        require(requests > 0, "requests: " + requests);
        require(threads > 0 && threads <= MOST_THREADS, "threads: " + threads);
        require(!randomTime.isNegative() && !randomTime.isZero() && !limit.isNegative() && !limit.isZero(), "times");
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException(what);
        }
    }

    /** Returns the bytes of the file: the number asked for, rounded down to a multiple of the largest block. */
    public long fileBytes() {
        return fileBytes;
    }

    /** Returns the largest number of random requests of each kind, of all threads together. */
    long requests() {
        return requests;
    }

    /** Returns the time limit of the random requests of each kind. */
    long randomNanos() {
        return randomTime.toNanos();
    }

    int threads() {
        return threads;
    }

    long seed() {
        return seed;
    }

    Tool tool() {
        return tool;
    }

    /** Returns the time limit of the whole probe. */
    public Duration limit() {
        return limit;
    }

    /** Returns all sizes of requests, sequential first. */
    List<Integer> blocks() {
        List<Integer> blocks = new ArrayList<>();
        blocks.add(sequentialBlock);
        blocks.addAll(randomBlocks);
        return blocks;
    }

    /** Returns the steps in their order: a file must be written before it is read. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(
                Arrays.asList(new Step(Operation.WRITE, sequentialBlock), new Step(Operation.READ, sequentialBlock)));
        randomBlocks.forEach(block -> steps.add(new Step(Operation.RANDOM_READ, block)));
        randomBlocks.forEach(block -> steps.add(new Step(Operation.RANDOM_WRITE, block)));
        return steps;
    }

    /**
     * Returns the settings in base units.
     *
     * @param engine name of the tool that makes the requests
     */
    Finding finding(String engine) {
        SortedMap<String, String> said = new TreeMap<>();
        said.put("fileBytes", String.valueOf(fileBytes));
        said.put("requests", String.valueOf(requests));
        said.put("randomSeconds", String.valueOf(randomTime.toNanos() / (double) NANOS));
        said.put("threads", String.valueOf(threads));
        said.put("seed", String.valueOf(seed));
        said.put("limitSeconds", String.valueOf(limit.toMillis() / 1000));
        said.put("tool", engine);
        return new Finding(KIND, "", said);
    }

    /** Returns the settings as text for another process. */
    public String text() {
        return fileBytes + " " + sequentialBlock + " " + requests + " " + randomTime.toNanos() + " " + threads + " "
                + seed
                + " " + tool + " " + limit.toMillis()
                + randomBlocks.stream().map(block -> " " + block).collect(Collectors.joining());
    }

    /**
     * Reads {@link #text()}.
     *
     * @throws IllegalArgumentException if the text is not such settings
     */
    public static ProbeSettings parse(String text) {
        String[] words = text.trim().split(" ");
        require(words.length >= FIXED_WORDS, "settings: " + text);
        int word = 0;
        Builder settings = new Builder()
                .fileBytes(Long.parseLong(words[word++]))
                .sequentialBlock(Integer.parseInt(words[word++]))
                .requests(Long.parseLong(words[word++]))
                .randomTime(Duration.ofNanos(Long.parseLong(words[word++])))
                .threads(Integer.parseInt(words[word++]))
                .seed(Long.parseLong(words[word++]))
                .tool(Tool.valueOf(words[word++]))
                .limit(Duration.ofMillis(Long.parseLong(words[word++])));
        List<Integer> blocks = new ArrayList<>();
        while (word < words.length) {
            blocks.add(Integer.valueOf(words[word++]));
        }
        return settings.randomBlocks(blocks).build();
    }

    /** Collects settings, with the command line's defaults. */
    public static final class Builder {
        private long fileBytes = 4L << 30;
        private int sequentialBlock = SMALLEST_SEQUENTIAL;
        private List<Integer> randomBlocks = Arrays.asList(64 << 10, 1 << 20, 4 << 20);
        private long requests = Long.MAX_VALUE;
        private Duration randomTime = Duration.ofSeconds(10);
        private int threads = 1;
        private long seed;
        private Tool tool = Tool.AUTO;
        private Duration limit = Duration.ofHours(1);

        /** Sets the bytes of each directory's file. */
        public Builder fileBytes(long bytes) {
            fileBytes = bytes;
            return this;
        }

        /** Sets the sequential block: a power of two, at least {@link #SMALLEST_SEQUENTIAL}. */
        public Builder sequentialBlock(int bytes) {
            sequentialBlock = bytes;
            return this;
        }

        /** Sets the random blocks: powers of two from 4096 on; none for sequential operations alone. */
        public Builder randomBlocks(List<Integer> bytes) {
            randomBlocks = bytes;
            return this;
        }

        /** Sets the largest number of requests of each random operation and block. */
        public Builder requests(long most) {
            requests = most;
            return this;
        }

        /** Sets the time limit of each random operation and block. */
        public Builder randomTime(Duration most) {
            randomTime = most;
            return this;
        }

        /** Sets the number of threads that make random requests, one request each at a time. */
        public Builder threads(int number) {
            threads = number;
            return this;
        }

        /** Sets the seed of data and of random orders. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Sets the tool that makes the requests. */
        public Builder tool(Tool wanted) {
            tool = wanted;
            return this;
        }

        /** Sets the time limit of the whole probe. */
        public Builder limit(Duration whole) {
            limit = whole;
            return this;
        }

        /** @throws IllegalArgumentException if a setting is out of range */
        public ProbeSettings build() {
            return new ProbeSettings(this);
        }
    }
}
