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

/** What a probe does in each directory. Immutable. */
public final class ProbeSettings {
    /** Of the finding that says them. */
    public static final String KIND = "settings";

    /** Of random requests. */
    public static final int MOST_THREADS = 256;

    /** Bytes of the largest request. */
    public static final int LARGEST_BLOCK = 64 << 20;

    /** Bytes of a sequential request, at least. */
    public static final int SMALLEST_SEQUENTIAL = 1 << 20;

    /** Works of one probe; those above are no measurements. */
    static final int MOST_STREAMS = 1 << 14;

    /** Words of the text before the random blocks. */
    private static final int FIXED_WORDS = 8;

    private static final int UNIT = 4096;
    private static final long NANOS = 1_000_000_000;

    /** What makes the requests. */
    public enum Tool {
        /** fio where the node has it, else our own. */
        AUTO,
        /** Our own. */
        OWN,
        /** fio, or nothing. */
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
        // Every block fits into the file a whole number of times.
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

    /** Bytes of the file: those asked for, less what is no whole number of the largest block. */
    public long fileBytes() {
        return fileBytes;
    }

    /** Random requests of each kind at most, of all threads together. */
    long requests() {
        return requests;
    }

    /** Of the random requests of each kind, at most. */
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

    /** Of everything together. */
    public Duration limit() {
        return limit;
    }

    /** All sizes of requests, sequential first. */
    List<Integer> blocks() {
        List<Integer> blocks = new ArrayList<>();
        blocks.add(sequentialBlock);
        blocks.addAll(randomBlocks);
        return blocks;
    }

    /** In their order: a file must be written before it is read. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(
                Arrays.asList(new Step(Operation.WRITE, sequentialBlock), new Step(Operation.READ, sequentialBlock)));
        randomBlocks.forEach(block -> steps.add(new Step(Operation.RANDOM_READ, block)));
        randomBlocks.forEach(block -> steps.add(new Step(Operation.RANDOM_WRITE, block)));
        return steps;
    }

    /**
     * Says them in base units.
     *
     * @param engine what makes the requests
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

    /** As text for another process. */
    public String text() {
        return fileBytes + " " + sequentialBlock + " " + requests + " " + randomTime.toNanos() + " " + threads + " "
                + seed
                + " " + tool + " " + limit.toMillis()
                + randomBlocks.stream().map(block -> " " + block).collect(Collectors.joining());
    }

    /**
     * Reads {@link #text()}.
     *
     * @throws IllegalArgumentException where it is something else
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

    /** Collects them; what is not given is as the command line has it. */
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

        /** Of each directory's file. */
        public Builder fileBytes(long bytes) {
            fileBytes = bytes;
            return this;
        }

        /** A power of two, at least {@link #SMALLEST_SEQUENTIAL}. */
        public Builder sequentialBlock(int bytes) {
            sequentialBlock = bytes;
            return this;
        }

        /** Powers of two from 4096 on; none for sequential operations alone. */
        public Builder randomBlocks(List<Integer> bytes) {
            randomBlocks = bytes;
            return this;
        }

        /** Of each random operation and block, as many at most. */
        public Builder requests(long most) {
            requests = most;
            return this;
        }

        /** Of each random operation and block, as long at most. */
        public Builder randomTime(Duration most) {
            randomTime = most;
            return this;
        }

        /** That make random requests at once, each one at a time. */
        public Builder threads(int number) {
            threads = number;
            return this;
        }

        /** Of data and of random orders. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** What makes the requests. */
        public Builder tool(Tool wanted) {
            tool = wanted;
            return this;
        }

        /** After which everything ends. */
        public Builder limit(Duration whole) {
            limit = whole;
            return this;
        }

        /** @throws IllegalArgumentException where one of them cannot be */
        public ProbeSettings build() {
            return new ProbeSettings(this);
        }
    }
}
