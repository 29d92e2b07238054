package org.spindlebench.runner.devices;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.TimeConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import picocli.CommandLine.Option;

/** The options of {@code devices} that describe the requests. Options that were not given are null or empty. */
@Heading(Heading.REQUESTS)
final class RequestOptions {
    /** Represents `none` in the list of random request sizes. */
    private static final int NO_BLOCK = 0;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = FileSizeConverter.class,
            description = "Write a file of this size in each directory. That much and 10 %% must be free. Use a"
                    + " size well above the devices' own caches. Default: 4GiB.")
    private Long size;

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            converter = SequentialBlockConverter.class,
            description =
                    "Make sequential requests of this size: a power of two from 1MiB to 64MiB. Default:" + " 1MiB.")
    private Integer block;

    @Option(
            names = "--random-blocks",
            paramLabel = "SIZE,...",
            split = ",",
            hideParamSyntax = true,
            converter = RandomBlockConverter.class,
            description = "Make random requests of these sizes: powers of two from 4KiB to 64MiB, or none."
                    + " Default: 64KiB,1MiB,4MiB. Needs fio; a host without it is only measured sequentially.")
    private List<Integer> randomBlocks = new ArrayList<>();

    @Option(
            names = "--random-time",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "End random reads, and random writes, of each size after this time. Default: 10s.")
    private Duration randomTime;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = ThreadsConverter.class,
            description = "Make random requests from N threads, one request each at a time. Default: 1.")
    private Integer threads;

    @Option(
            names = "--slices",
            paramLabel = "N",
            converter = SlicesConverter.class,
            description = "Time the sequential write in N parts, 4 to 64, which shows how fast a device writes"
                    + " once its cache is full. Needs a --size well above the cache. Makes no random requests.")
    private Integer slices;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "Determine data and random orders. Default: random, and printed.")
    private Long seed;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "End the whole command after this time. Measurements not finished by then are skipped."
                    + " Default: 1h.")
    private Duration timeout;

    /** Adds problems with options that contradict each other. */
    void check(Problems problems) {
        if (randomBlocks.contains(NO_BLOCK) && randomBlocks.size() > 1) {
            problems.add(Problem.ofOption("--random-blocks", "`none` cannot be combined with sizes")
                    .withRemedy("leave one of the two out"));
        }
        if (slices != null && randomBlocks.stream().anyMatch(one -> one != NO_BLOCK)) {
            problems.add(Problem.ofOption("--slices", "cannot be combined with --random-blocks")
                    .withRemedy("measure twice, once with each"));
        }
        int request = block == null ? ProbeSettings.SMALLEST_SEQUENTIAL : block;
        if (slices != null && size != null && size / request < slices) {
            problems.add(Problem.ofOption("--slices", "more parts than the file has requests")
                    .withRemedy("choose fewer, or a larger --size"));
        }
    }

    /** @param seeds the source of a seed, if the user gives none */
    ProbeSettings.Builder settings(LongSupplier seeds) {
        ProbeSettings.Builder settings = new ProbeSettings.Builder().seed(seed == null ? seeds.getAsLong() : seed);
        ifGiven(size, settings::fileBytes);
        ifGiven(block, settings::sequentialBlock);
        if (slices != null) {
            settings.randomBlocks(List.of());
        } else if (!randomBlocks.isEmpty()) {
            settings.randomBlocks(randomBlocks.stream()
                    .filter(one -> one != NO_BLOCK)
                    .distinct()
                    .toList());
        }
        ifGiven(randomTime, settings::randomTime);
        ifGiven(threads, settings::threads);
        ifGiven(slices, settings::slices);
        ifGiven(timeout, settings::limit);
        return settings;
    }

    private static <T> void ifGiven(T value, Consumer<T> to) {
        if (value != null) {
            to.accept(value);
        }
    }

    private static final class FileSizeConverter extends OptionConverter<Long> {
        private static final long SMALLEST = 64L << 20;

        private FileSizeConverter() {
            super(text -> {
                long bytes = ByteSize.parse(text);
                if (bytes < SMALLEST) {
                    throw new NotUnderstoodException(
                            "too small", "a size of at least " + ByteSize.format(SMALLEST), "");
                }
                return bytes;
            });
        }
    }

    private static final class SequentialBlockConverter extends OptionConverter<Integer> {
        private SequentialBlockConverter() {
            super(text -> block(text, ProbeSettings.SMALLEST_SEQUENTIAL));
        }
    }

    private static final class RandomBlockConverter extends OptionConverter<Integer> {
        private static final int SMALLEST = 4096;

        private RandomBlockConverter() {
            super(text -> text.equals("none") ? NO_BLOCK : block(text.trim(), SMALLEST));
        }
    }

    private static Integer block(String text, int least) throws NotUnderstoodException {
        long bytes = ByteSize.parse(text);
        if (bytes < least || bytes > ProbeSettings.LARGEST_BLOCK || Long.bitCount(bytes) != 1) {
            throw new NotUnderstoodException(
                    "not a size of requests",
                    "a power of two from " + ByteSize.format(least) + " to "
                            + ByteSize.format(ProbeSettings.LARGEST_BLOCK),
                    "");
        }
        return (int) bytes;
    }

    private static final class SlicesConverter extends OptionConverter<Integer> {
        private SlicesConverter() {
            super(WholeNumber.between(4, 64));
        }
    }

    private static final class ThreadsConverter extends OptionConverter<Integer> {
        private ThreadsConverter() {
            super(WholeNumber.between(1, ProbeSettings.MOST_THREADS));
        }
    }
}
