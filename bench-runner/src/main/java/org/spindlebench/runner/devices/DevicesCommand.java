package org.spindlebench.runner.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.BaseDirConverter;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Group;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.console.OptionConverter.TimeConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import org.spindlebench.runner.devices.DevicesResults.DevicesText;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.process.ThisHost;
import org.spindlebench.runner.run.CampaignLock;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Measures the devices of this host, or of all hosts of a cluster. */
@Group.OnCluster
@CommandLine.Command(
        name = "devices",
        customSynopsis = {"--directories DIR,... [options]", "--setup NAME|FILE [options]", "--cluster [options]"},
        description = "Measures, without Hadoop, the devices below directories of this host or of a cluster's hosts."
                + " Writes and reads bypass the page cache, sequentially and at random: first on one device after"
                + " another, then on all at once. In each directory Spindle makes its own directory with one file,"
                + " and removes it.",
        footer = {
            "%nExamples:",
            "  devices --directories /data/1,/data/2 --size 16GiB",
            "  devices --directories /mnt/ssd --random-time 30s --threads 8 --json",
            "  devices --setup hybrid.yaml --random-blocks none",
            "  devices --cluster --setup hybrid.yaml --queue benchmarks"
        })
public final class DevicesCommand extends CliCommand {
    private static final String NOTHING = "nothing was measured.";

    /** NodeManagers stop using a directory whose file system is fuller than 90 % by default. */
    private static final int FULLEST_OF_CLUSTER = 80;

    /** Represents `none` in the list of random request sizes. */
    private static final int NO_BLOCK = 0;

    @Group(Group.DEVICES)
    @Option(
            names = "--directories",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Measure in these directories. Several on one device are only measured one after" + " another.")
    private List<String> directories = new ArrayList<>();

    @Group(Group.DEVICES)
    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description = "Measure the devices of a setup instead. Each is measured once, in the first of its"
                    + " directories that can be written, otherwise in its mount point. The results are saved"
                    + " as devices.json under --out, and shown as `measured` by `list setups --details` and"
                    + " `plan`.")
    private String setup;

    @Group(Group.DEVICES)
    @Option(
            names = "--cluster",
            description = "Measure on all hosts of the cluster that Hadoop's files name, at the same time, from a"
                    + " container on each. Uses the setup's directories, the named ones, or otherwise those"
                    + " of the daemons. No file fills a file system beyond 80 %%.")
    private boolean cluster;

    @Group(Group.DEVICES)
    @Option(
            names = "--queue",
            paramLabel = "NAME",
            converter = NameConverter.class,
            description = "Run in this YARN queue. Needs --cluster. Default: default.")
    private String queue;

    @Group(Group.DEVICES)
    @Option(
            names = "--base-dir",
            paramLabel = "DIR",
            defaultValue = RunOptions.DEFAULT_BASE_DIR,
            converter = BaseDirConverter.class,
            description = "Store small files in this directory of HDFS. Needs --cluster. Default: spindle, in"
                    + " your home directory there.")
    private String baseDir;

    @Group(Group.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            defaultValue = RunOptions.DEFAULT_OUT,
            description = "Save the results of a setup's devices in this directory. No campaign in it may be"
                    + " running. Default: results.")
    private Path out;

    @Group(Group.REQUESTS)
    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = FileSizeConverter.class,
            description = "Write a file of this size in each directory. That much and 10 %% must be free. Use a"
                    + " size well above the devices' own caches. Default: 4GiB.")
    private Long size;

    @Group(Group.REQUESTS)
    @Option(
            names = "--block",
            paramLabel = "SIZE",
            converter = SequentialBlockConverter.class,
            description =
                    "Make sequential requests of this size: a power of two from 1MiB to 64MiB. Default:" + " 1MiB.")
    private Integer block;

    @Group(Group.REQUESTS)
    @Option(
            names = "--random-blocks",
            paramLabel = "SIZE,...",
            split = ",",
            hideParamSyntax = true,
            converter = RandomBlockConverter.class,
            description = "Make random requests of these sizes: powers of two from 4KiB to 64MiB, or none."
                    + " Default: 64KiB,1MiB,4MiB.")
    private List<Integer> randomBlocks = new ArrayList<>();

    @Group(Group.REQUESTS)
    @Option(
            names = "--random-time",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "End random reads, and random writes, of each size after this time. Default: 10s.")
    private Duration randomTime;

    @Group(Group.REQUESTS)
    @Option(
            names = "--requests",
            paramLabel = "N",
            converter = RequestsConverter.class,
            description =
                    "End random reads, and random writes, of each size after N requests. Default: as time" + " allows.")
    private Integer requests;

    @Group(Group.REQUESTS)
    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = ThreadsConverter.class,
            description = "Make random requests from N threads, one request each at a time. Default: 1.")
    private Integer threads;

    @Group(Group.REQUESTS)
    @Option(
            names = "--slices",
            paramLabel = "N",
            converter = SlicesConverter.class,
            description = "Time the sequential write in N parts, 4 to 64, which shows how fast a device writes"
                    + " once its cache is full. Needs a --size well above the cache, and Spindle's own"
                    + " requests.")
    private Integer slices;

    @Group(Group.REQUESTS)
    @Option(
            names = "--with",
            paramLabel = "auto|own|fio",
            converter = ToolConverter.class,
            description = "Make the requests with this tool. auto: fio if it is installed, otherwise Spindle's"
                    + " own. Default: auto.")
    private ProbeSettings.Tool with;

    @Group(Group.REQUESTS)
    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "Determine data and random orders. Default: random, and printed.")
    private Long seed;

    @Group(Group.REQUESTS)
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "End the whole command after this time. Measurements not finished by then are skipped."
                    + " Default: 1h.")
    private Duration timeout;

    @Group(Group.OUTPUT)
    @Option(names = "--json", description = "Print JSON on stdout instead of text.")
    private boolean json;

    public DevicesCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        Optional<StorageSetup> declared = declared();
        List<String> chosen =
                setup == null ? named() : declared.map(this::chosen).orElse(List.of());
        if (out != null) {
            refuseBesideACampaign(out);
        }
        if (setup == null && !cluster) {
            refuseMissing(chosen);
        }
        if (queue != null && !cluster) {
            problems.add(Problem.ofOption("--queue", "needs --cluster").withRemedy("remove it, or add --cluster"));
        }
        if (randomBlocks.contains(NO_BLOCK) && randomBlocks.size() > 1) {
            problems.add(Problem.ofOption("--random-blocks", "`none` cannot be combined with sizes")
                    .withRemedy("leave one of the two out"));
        }
        refuseSlices();
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        DevicesResults results = new DevicesResults(declared, out, json, console.out(), console.err());
        return cluster
                ? console.cluster()
                        .applyAsInt(new ClusterDevices(
                                settings(),
                                setup == null ? chosen : List.of(),
                                results,
                                Optional.ofNullable(queue),
                                baseDir,
                                context.clock().instant(),
                                console.generic()))
                : here(chosen, results);
    }

    /** Returns the setup to measure; empty if the user named directories instead. */
    private Optional<StorageSetup> declared() {
        if (setup == null) {
            return Optional.empty();
        }
        if (!directories.isEmpty()) {
            problems.add(Problem.ofOption("--setup", "cannot be combined with --directories")
                    .withRemedy("leave out --directories: those of the setup are measured"));
        }
        Optional<StorageSetup> declared =
                new ConfFinder(ConfKind.SETUP, context.directory()).read(setup, SetupReader::read, problems);
        if (declared.isPresent() && MeasuredSetup.instances(declared.get()).isEmpty()) {
            problems.add(Problem.ofOption("--setup", "none of its devices has paths or directories")
                    .withValue(setup)
                    .withRemedy("write the `paths` of its devices into a copy of the file"));
        }
        return declared;
    }

    /** Returns the first directory of each device that this user can write to. */
    private List<String> chosen(StorageSetup setup) {
        return MeasuredSetup.instances(setup).stream()
                .map(instance -> instance.directories().stream()
                        .filter(directory ->
                                Files.isWritable(Path.of(directory)) && Files.isDirectory(Path.of(directory)))
                        .findFirst()
                        .orElse(instance.directories().get(0)))
                .toList();
    }

    /** Returns the directories that the user named, as absolute paths. */
    private List<String> named() {
        List<String> named = new ArrayList<>();
        for (String directory : directories) {
            if (!directory.isBlank()) {
                context.path("--directories", directory, problems).ifPresent(path -> named.add(path.toString()));
            }
        }
        if (!cluster && directories.stream().allMatch(String::isBlank)) {
            problems.add(Problem.ofOption("--directories", "missing")
                    .withRemedy("name directories of this host, such as --directories /data/1,/data/2, or a setup"));
        }
        return named;
    }

    /** Refuses directories that do not exist on this host. For other hosts, the probe reports them. */
    private void refuseMissing(List<String> named) {
        named.stream()
                .filter(directory -> !Files.isDirectory(Path.of(directory)))
                .forEach(directory -> problems.add(Problem.ofOption("--directories", "no such directory")
                        .withValue(directory)
                        .withRemedy("name directories that exist")));
    }

    private void refuseSlices() {
        if (slices != null && with == ProbeSettings.Tool.FIO) {
            problems.add(Problem.ofOption("--slices", "fio's requests are not timed in parts")
                    .withRemedy("leave out --with fio, or --slices"));
        }
        int request = block == null ? ProbeSettings.SMALLEST_SEQUENTIAL : block;
        if (slices != null && size != null && size / request < slices) {
            problems.add(Problem.ofOption("--slices", "more parts than the file has requests")
                    .withRemedy("choose fewer, or a larger --size"));
        }
    }

    private void refuseBesideACampaign(Path results) {
        try {
            CampaignLock.anyHeld(results)
                    .ifPresent(
                            campaign -> problems.add(
                                    Problem.ofOption("--out", "the campaign " + campaign + " is running")
                                            .withRemedy(
                                                    "wait for its end, because the campaign and the measurement would slow each other down")));
        } catch (IOException e) {
            problems.add(Problem.ofOption("--out", "cannot be read: " + FileFailure.of(e)));
        }
    }

    private ProbeSettings settings() {
        ProbeSettings.Builder settings =
                new ProbeSettings.Builder().seed(seed == null ? context.seeds().getAsLong() : seed);
        ifGiven(size, settings::fileBytes);
        ifGiven(block, settings::sequentialBlock);
        if (!randomBlocks.isEmpty()) {
            settings.randomBlocks(randomBlocks.stream()
                    .filter(one -> one != NO_BLOCK)
                    .distinct()
                    .toList());
        }
        ifGiven(randomTime, settings::randomTime);
        ifGiven(requests, most -> settings.requests(most));
        ifGiven(threads, settings::threads);
        ifGiven(slices, settings::slices);
        ifGiven(with, settings::tool);
        ifGiven(timeout, settings::limit);
        if (cluster) {
            settings.fullest(FULLEST_OF_CLUSTER);
        }
        return settings.build();
    }

    private static <T> void ifGiven(T value, Consumer<T> to) {
        if (value != null) {
            to.accept(value);
        }
    }

    private int here(List<String> chosen, DevicesResults results) {
        List<Finding> findings = new ArrayList<>();
        try {
            new DeviceProbe(settings()).run(chosen, finding -> {
                findings.add(finding);
                progress(finding);
            });
        } catch (IOException e) {
            problems.add(Problem.ofOption("--with", String.valueOf(e.getMessage()))
                    .withRemedy("install fio, or leave the option out"));
            return console.refuse(NOTHING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.RUN_FAILED.code();
        }
        DeviceProbeResult result = DeviceFindings.of(ThisHost.name(), findings);
        return results.report(List.of(result), context.clock().instant());
    }

    /** Prints progress, because a measurement takes minutes and has no other output until its end. */
    private void progress(Finding finding) {
        if (!finding.kind().equals("measurement")) {
            return;
        }
        DeviceMeasurement measured = DeviceFindings.measurement(finding);
        String figure = measured.bandwidth() == null
                ? measured.error()
                : String.format(Locale.ROOT, "%.1f MB/s", measured.bandwidth() / DevicesText.MEGA);
        console.err()
                .println(measured.directory() + ": " + measured.operation() + " of " + ByteSize.format(measured.block())
                        + (measured.others() > 0 ? ", at once with " + measured.others() + " more: " : ": ") + figure);
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

    private static final class RequestsConverter extends OptionConverter<Integer> {
        private RequestsConverter() {
            super(WholeNumber.between(1, Integer.MAX_VALUE));
        }
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

    private static final class ToolConverter extends OptionConverter<ProbeSettings.Tool> {
        private static final List<String> WORDS = List.of("auto", "own", "fio");

        private ToolConverter() {
            super(text -> ProbeSettings.Tool.valueOf(
                    Words.of("tool", WORDS).parse(text).toUpperCase(Locale.ROOT)));
        }
    }
}
