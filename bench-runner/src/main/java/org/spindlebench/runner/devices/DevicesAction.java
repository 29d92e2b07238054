package org.spindlebench.runner.devices;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.conf.ValueParser;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.devices.ClusterDevices.ClusterDevicesRequest;
import org.spindlebench.runner.devices.DevicesResults.DevicesText;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.run.CampaignLock;

/** The command {@code devices}: this host's, in this process. */
public final class DevicesAction {
    private final ToIntFunction<ClusterDevicesRequest> onCluster;
    private final CliContext context;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    /** @param onCluster measures the devices of every host, for {@code --cluster} */
    public DevicesAction(
            CliContext context,
            Problems problems,
            PrintStream out,
            PrintStream err,
            ToIntFunction<ClusterDevicesRequest> onCluster) {
        this.onCluster = onCluster;
        this.context = context;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    public int run(DevicesCommand command, GenericOptions generic) {
        DevicesReader reader = new DevicesReader(command, context, problems);
        Optional<StorageSetup> setup = reader.setup();
        List<String> directories = command.setup == null
                ? reader.directories()
                : setup.map(this::chosen).orElse(List.of());
        Optional<ProbeSettings> settings = reader.settings();
        Optional<Path> results = reader.out();
        results.ifPresent(this::refuseBesideACampaign);
        if (command.setup == null && !command.cluster) {
            refuseMissing(directories);
        }
        Optional<String> queue = reader.queue();
        String baseDir = RunOptions.baseDir(command.baseDir, problems);
        if (!problems.isEmpty() || settings.isEmpty()) {
            return refuse();
        }
        DevicesResults keeper = new DevicesResults(setup, results.orElseThrow(), command.json, out, err);
        Instant now = context.clock().instant();
        if (command.cluster) {
            return onCluster.applyAsInt(new ClusterDevicesRequest(
                    settings.get(),
                    command.setup == null ? directories : List.of(),
                    keeper,
                    queue,
                    baseDir,
                    now,
                    generic));
        }
        return here(directories, settings.get(), keeper);
    }

    private int here(List<String> directories, ProbeSettings settings, DevicesResults keeper) {
        List<Finding> findings = new ArrayList<>();
        try {
            new DeviceProbe(settings).run(directories, finding -> {
                findings.add(finding);
                progress(finding);
            });
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--with", String.valueOf(e.getMessage()))
                    .withRemedy("install fio, or leave the option out"));
            return refuse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.RUN_FAILED.code();
        }
        DeviceProbeResult result = DeviceFindings.of(host(), findings);
        return keeper.report(List.of(result), context.clock().instant());
    }

    /** Of other hosts it is seen there. */
    private void refuseMissing(List<String> directories) {
        for (String directory : directories) {
            if (!Files.isDirectory(Path.of(directory))) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--directories", "no such directory")
                        .withValue(directory)
                        .withRemedy("name directories that are there"));
            }
        }
    }

    private void refuseBesideACampaign(Path results) {
        try {
            RunningCampaigns.any(results)
                    .ifPresent(campaign -> problems.add(
                            Problem.at(Location.COMMAND_LINE, "--out", "the campaign " + campaign + " is running")
                                    .withRemedy("wait for it: either would slow the other")));
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "cannot be read: " + FileFailure.of(e)));
        }
    }

    /** For each device the first of its directories that can be written here. */
    private List<String> chosen(StorageSetup setup) {
        return MeasuredSetup.instances(setup).stream()
                .map(instance -> instance.directories().stream()
                        .filter(directory ->
                                Files.isWritable(Path.of(directory)) && Files.isDirectory(Path.of(directory)))
                        .findFirst()
                        .orElse(instance.directories().get(0)))
                .toList();
    }

    /** It takes minutes, and nothing else is to be seen meanwhile. */
    private void progress(Finding finding) {
        if (!finding.kind().equals("measurement")) {
            return;
        }
        DeviceMeasurement measured = DeviceFindings.measurement(finding);
        String figure = measured.bandwidth() == null
                ? measured.error()
                : String.format(Locale.ROOT, "%.1f MB/s", measured.bandwidth() / DevicesText.MEGA);
        err.println(measured.directory() + ": " + measured.operation() + " of " + ByteSize.format(measured.block())
                + (measured.others() > 0 ? ", at once with " + measured.others() + ": " : ": ") + figure);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private int refuse() {
        err.println(problems.report("nothing was measured."));
        return ExitCode.WRONG_USAGE.code();
    }

    /** The campaigns of a results directory that some client is running at this moment. */
    static final class RunningCampaigns {
        private RunningCampaigns() {}

        /** The name of one; empty where none runs. */
        static Optional<String> any(Path out) throws IOException {
            if (!Files.isDirectory(out)) {
                return Optional.empty();
            }
            try (DirectoryStream<Path> campaigns = Files.newDirectoryStream(out)) {
                for (Path campaign : campaigns) {
                    if (CampaignLock.isHeld(campaign)) {
                        return Optional.of(String.valueOf(campaign.getFileName()));
                    }
                }
            }
            return Optional.empty();
        }
    }

    /** Gives the options of {@code devices} their types. Reading goes on after a mistake, so that one report shows all of them. */
    static final class DevicesReader {
        private static final long SMALLEST_FILE = 64L << 20;
        private static final int SMALLEST_RANDOM = 4096;
        private static final List<String> TOOLS = List.of("auto", "own", "fio");

        private final DevicesCommand command;
        private final CliContext context;
        private final Problems problems;

        DevicesReader(DevicesCommand command, CliContext context, Problems problems) {
            this.command = command;
            this.context = context;
            this.problems = problems;
        }

        /** The setup whose devices are to be measured; empty where directories are named instead. */
        Optional<StorageSetup> setup() {
            if (command.setup == null) {
                return Optional.empty();
            }
            if (!command.directories.isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--setup", "directories are named as well")
                        .withRemedy("leave out --directories: those of the setup are measured"));
            }
            Optional<StorageSetup> setup = new ConfFinder(ConfKind.SETUP, context.directory())
                    .find(command.setup, problems)
                    .flatMap(text -> SetupReader.read(text.source(), text.content(), problems));
            if (setup.isPresent() && MeasuredSetup.instances(setup.get()).isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--setup", "no device of it has paths or directories")
                        .withValue(command.setup)
                        .withRemedy("write the `paths` of its devices into a copy of the file"));
            }
            return setup;
        }

        /** YARN's queue; empty for the default one. */
        Optional<String> queue() {
            List<String> queue = new ArrayList<>();
            if (command.queue != null && !command.cluster) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--queue", "needs --cluster")
                        .withRemedy("remove it, or write --cluster"));
            }
            read("--queue", command.queue, FileSafeName::parse, queue::add);
            return queue.stream().findFirst();
        }

        /** The results directory. */
        Optional<Path> out() {
            return context.path("--out", Objects.requireNonNullElse(command.out, RunOptions.DEFAULT_OUT), problems);
        }

        /** Absolute paths. */
        List<String> directories() {
            List<String> directories = new ArrayList<>();
            for (String directory : command.directories) {
                if (!directory.isBlank()) {
                    context.path("--directories", directory, problems)
                            .ifPresent(path -> directories.add(path.toString()));
                }
            }
            if (!command.cluster && command.directories.stream().allMatch(String::isBlank)) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--directories", "missing")
                        .withRemedy(
                                "name directories of this host, such as --directories /data/1,/data/2, or a setup"));
            }
            return directories;
        }

        /** To be used only when no problem was found. */
        Optional<ProbeSettings> settings() {
            int before = problems.list().size();
            ProbeSettings.Builder settings = new ProbeSettings.Builder();
            read("--size", command.size, DevicesReader::fileBytes, settings::fileBytes);
            read(
                    "--block",
                    command.block,
                    text -> block(text, ProbeSettings.SMALLEST_SEQUENTIAL),
                    settings::sequentialBlock);
            randomBlocks(settings);
            read("--random-time", command.randomTime, TimeSpan::parse, settings::randomTime);
            read(
                    "--requests",
                    command.requests,
                    WholeNumber.between(1, Integer.MAX_VALUE),
                    most -> settings.requests(most));
            read("--threads", command.threads, WholeNumber.between(1, ProbeSettings.MOST_THREADS), settings::threads);
            read("--with", command.with, DevicesReader::tool, settings::tool);
            settings.seed(context.seeds().getAsLong());
            read("--seed", command.seed, WholeNumber::parse, settings::seed);
            read("--timeout", command.timeout, TimeSpan::parse, settings::limit);
            return problems.list().size() > before ? Optional.empty() : Optional.of(settings.build());
        }

        private void randomBlocks(ProbeSettings.Builder settings) {
            if (command.randomBlocks.equals(List.of("none"))) {
                settings.randomBlocks(List.of());
                return;
            }
            List<Integer> blocks = new ArrayList<>();
            command.randomBlocks.forEach(
                    text -> read("--random-blocks", text.trim(), one -> block(one, SMALLEST_RANDOM), blocks::add));
            if (!blocks.isEmpty()) {
                settings.randomBlocks(blocks.stream().distinct().toList());
            }
        }

        private static long fileBytes(String text) throws NotUnderstoodException {
            long bytes = ByteSize.parse(text);
            if (bytes < SMALLEST_FILE) {
                throw new NotUnderstoodException(
                        "too small", "a size from " + ByteSize.format(SMALLEST_FILE) + " on", "");
            }
            return bytes;
        }

        private static int block(String text, int least) throws NotUnderstoodException {
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

        private static ProbeSettings.Tool tool(String text) throws NotUnderstoodException {
            return switch (Words.of("tool", TOOLS).parse(text)) {
                case "own" -> ProbeSettings.Tool.OWN;
                case "fio" -> ProbeSettings.Tool.FIO;
                default -> ProbeSettings.Tool.AUTO;
            };
        }

        private <T> void read(String option, String text, ValueParser<T> parser, Consumer<T> to) {
            if (text == null) {
                return;
            }
            try {
                to.accept(parser.parse(text));
            } catch (NotUnderstoodException e) {
                problems.add(e.at(Location.COMMAND_LINE, option, text));
            }
        }
    }
}
