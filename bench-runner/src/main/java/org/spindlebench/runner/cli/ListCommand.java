package org.spindlebench.runner.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.ConfFinder.TextReader;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.PriceListReader.MixReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.conf.WorkloadReader;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.SetupFacts;
import org.spindlebench.runner.plan.SetupTable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "list",
        customSynopsis = {
            "jobs|suites|setups|experiments|workloads|prices|mixes|settings|fields [--json]",
            "setups|prices [NAME|FILE]... --details [--json]"
        },
        description = "Lists the names that options and files take.",
        footer = {
            "%nExamples:",
            "  list suites",
            "  list jobs --json",
            "  list setups --details hdd-6 hdd-11 mine.yaml     a table of three setups",
            "  list prices --details cloudera-2014              what the setups of a price list cost, without any run",
            "  list fields                                      what conditions of `report` name"
        })
final class ListCommand extends CliCommand {
    private static final String SETUPS = "setups";
    private static final String PRICES = "prices";
    private static final String FIELDS = "fields";
    private static final String SETTINGS = "settings";
    private static final List<String> KINDS =
            List.of("jobs", "suites", SETUPS, "experiments", "workloads", PRICES, "mixes", SETTINGS, FIELDS);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "jobs|suites|setups|experiments|workloads|prices|mixes|settings|fields",
            description =
                    "What to list. jobs: for --jobs and suites. suites, setups, experiments, workloads, prices: for"
                            + " the options of this name. mixes: for --mix. settings: for the `settings` of a suite, --across,"
                            + " --interaction and --ignore. fields: for --where and --by.")
    private String what;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "NAME|FILE",
            description =
                    "The setups or price lists to list. Default: all that are shipped, or in conf/setups and conf/prices.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-d", "--details"},
            description = "Print a table of the capacity, bandwidth and price of each setup's nodes. For a price list,"
                    + " print the cost of its setups.")
    private boolean details;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Read the measurements that `devices --setup` saved in this directory. Default: results.")
    private Path out;

    @Mixin
    private JsonOutput output;

    ListCommand(CliContext context, Console console) {
        super(context, console);
    }

    record Named(String name, String description) {}

    @Override
    public Integer call() {
        return console.print(list(), "nothing was listed.");
    }

    /** Returns the list as text or JSON. If there are problems, the text is not printed. */
    private String list() {
        if (what == null) {
            problems.add(Problem.ofOption("list", "the kind of list is missing")
                    .withAllowed(String.join(", ", KINDS))
                    .withRemedy("write, for example, " + CommandText.of("list", "suites")));
            return "";
        }
        if (!KINDS.contains(what)) {
            problems.add(AllowedValues.unknown("list", what, KINDS).at(Location.COMMAND_LINE, "list", what));
            return "";
        }
        if (out != null && !(what.equals(SETUPS) && details)) {
            problems.add(Problem.ofOption("--out", "has no effect on a list of " + what)
                    .withRemedy("remove it, or write " + CommandText.of("list", "setups", "--details")));
        }
        if (what.equals(SETUPS)) {
            return details ? figuresOfSetups() : text(names.isEmpty() ? allSetups() : chosenSetups());
        }
        if (what.equals(PRICES)) {
            return prices();
        }
        refuseWhatIsOfSetups();
        return text(
                switch (what) {
                    case "jobs" ->
                        context.jobs().entrySet().stream()
                                .map(job ->
                                        new Named(job.getKey(), job.getValue().get()))
                                .toList();
                    case SETTINGS -> settings();
                    case FIELDS ->
                        Field.names().stream().map(ListCommand::field).toList();
                    case "mixes" -> described(ConfKind.MIX, MixReader::read, Mix::description);
                    case "suites" -> described(ConfKind.SUITE, this::suite, Suite::description);
                    case "workloads" -> described(ConfKind.WORKLOAD, WorkloadReader::read, WorkloadFile::description);
                    default -> described(ConfKind.EXPERIMENT, ExperimentReader::read, Experiment::description);
                });
    }

    /** Returns the settings of suites' files, each with the key of Hadoop or Spindle that it sets. */
    private static List<Named> settings() {
        List<Named> settings = new ArrayList<>();
        settings.add(new Named("compression", "the codec of map output; a key of `runs` in a suite's file"));
        RunSetting.byLabel().forEach((label, setting) -> settings.add(new Named(label, setting.key())));
        return settings;
    }

    private static Named field(String name) {
        return new Named(
                name,
                switch (name) {
                    case "job" -> "the job; also subject.job";
                    case "setup" -> "the setup; also subject.setup";
                    default -> name.endsWith(Field.ANY_KEY) ? "any key: write one instead of KEY" : "";
                });
    }

    private void refuseWhatIsOfSetups() {
        for (String name : names) {
            problems.add(Problem.ofOption(name, "unexpected argument")
                    .withRemedy("remove it; only setups and price lists can be chosen by name"));
        }
        if (details) {
            problems.add(Problem.ofOption("--details", "has no effect on a list of " + what)
                    .withRemedy("remove it, or write " + CommandText.of("list", "setups", "--details")));
        }
    }

    private Optional<Suite> suite(String source, String text, Problems found) {
        return SuiteReader.read(source, text, context.jobs().keySet(), Cluster.EMBEDDED, found);
    }

    /** Returns all files of one kind, each with its description. */
    private <T> List<Named> described(ConfKind kind, TextReader<T> reader, Function<T, String> description) {
        ConfFinder finder = new ConfFinder(kind, context.directory());
        return finder.names().stream()
                .map(name -> new Named(
                        name,
                        finder.read(name, reader, new Problems())
                                .map(description)
                                .orElse("cannot be read; for the reason run: "
                                        + (kind == ConfKind.MIX
                                                ? CommandText.of("report", "RESULTS", kind.option(), name)
                                                : CommandText.of("plan", kind.option(), name)))))
                .toList();
    }

    private String text(List<Named> lines) {
        if (output.json) {
            return json(lines);
        }
        return String.join(
                System.lineSeparator(),
                new TextTable<Named>()
                        .left("", Named::name)
                        .left("", Named::description)
                        .lines(lines));
    }

    /** Returns records as JSON, without missing values. */
    private static String json(List<?> records) {
        try {
            return JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .defaultPropertyInclusion(
                            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                    .build()
                    .writeValueAsString(records);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of text and numbers can be written as JSON", e);
        }
    }

    /** Returns the values of each setup's nodes, as declared and as measured. */
    private String figuresOfSetups() {
        Path place = Objects.requireNonNullElse(out, context.path(CampaignArguments.DEFAULT_OUT));
        MeasuredSetups measured = MeasuredSetups.read(place.resolve(MeasuredSetups.FILE), problems);
        List<SetupFacts> figures = (names.isEmpty() ? finder().names() : names)
                .stream()
                        .flatMap(name -> setup(name, problems).stream())
                        .map(setup -> SetupFacts.of(setup, StorageTerms.DEFAULT.replication())
                                .with(measured))
                        .toList();
        return output.json ? json(figures) : SetupTable.text(figures);
    }

    private String prices() {
        ConfFinder lists = new ConfFinder(ConfKind.PRICES, context.directory());
        List<PriceList> found = (names.isEmpty() ? lists.names() : names)
                .stream()
                        .flatMap(name -> lists.read(name, PriceListReader::read, problems).stream())
                        .toList();
        if (!details) {
            return text(found.stream()
                    .map(PriceList::about)
                    .map(about -> new Named(about.name(), about.date() + ", " + about.source()))
                    .toList());
        }
        return output.json
                ? json(found.stream()
                        .flatMap(list -> CostFindings.ofPrices(list).stream()
                                .map(figure -> new PriceRow(
                                        list.about().name(),
                                        figure.setup(),
                                        figure.measure().code(),
                                        figure.value(),
                                        figure.unit())))
                        .toList())
                : found.stream().map(PriceText::of).collect(Collectors.joining(System.lineSeparator()));
    }

    /** A cost of a setup, in its unit. */
    record PriceRow(String prices, String setup, String measure, double value, String unit) {}

    /** Formats the costs of the setups of a price list, without any run. */
    private static final class PriceText {
        private static final double TB = 1e12;
        private static final TextTable<Map<CostMeasure, CostValue>> TABLE = new TextTable<Map<CostMeasure, CostValue>>()
                .left("setup", row -> row.values().iterator().next().setup())
                .right("devices", row -> figure(row, CostMeasure.DEVICE_PRICE, 1))
                .right("per TB", row -> figure(row, CostMeasure.DEVICE_PRICE_PER_TB, 1))
                .right("per MB/s", row -> figure(row, CostMeasure.DEVICE_PRICE_PER_BANDWIDTH, 1))
                .right("node", row -> figure(row, CostMeasure.NODE_PRICE, 1))
                .right("cluster", row -> figure(row, CostMeasure.CLUSTER_PRICE, 1))
                .right("per hour", row -> figure(row, CostMeasure.HOURLY_RATE, 1))
                .right("usable TB", row -> figure(row, CostMeasure.USABLE_CAPACITY, TB))
                .right("per usable TB", row -> figure(row, CostMeasure.CLUSTER_PRICE_PER_USABLE_TB, 1));

        private PriceText() {}

        private static String figure(Map<CostMeasure, CostValue> row, CostMeasure measure, double unit) {
            CostValue figure = row.get(measure);
            return figure == null ? null : String.format(Locale.ROOT, "%.2f", figure.value() / unit);
        }

        static String of(PriceList list) {
            Map<String, Map<CostMeasure, CostValue>> bySetup = new LinkedHashMap<>();
            CostFindings.ofPrices(list).forEach(figure -> bySetup.computeIfAbsent(
                            figure.setup(), setup -> new EnumMap<>(CostMeasure.class))
                    .put(figure.measure(), figure));
            List<String> lines = new ArrayList<>();
            lines.add(list.about().name() + ": prices in " + list.about().currency() + " of "
                    + list.about().date() + ", " + list.about().source());
            lines.add("");
            lines.addAll(TABLE.lines(List.copyOf(bySetup.values())));
            lines.add("");
            lines.add(
                    "devices: price for one worker. per TB, per MB/s: that price over the raw capacity or the stated bandwidth.");
            lines.add(
                    "per usable TB: price of the cluster over its capacity after reserve and replicas or parity. No run is needed.");
            lines.add("");
            return String.join(System.lineSeparator(), lines);
        }
    }

    private List<Named> allSetups() {
        List<Named> all = new ArrayList<>();
        all.add(new Named(
                CampaignArguments.DEFAULT_SETUP,
                "the cluster as it is; with --setup NAME it is recorded under another name"));
        for (String name : finder().names()) {
            all.add(new Named(
                    name,
                    setup(name, new Problems())
                            .map(StorageSetup::description)
                            .orElse("cannot be read; for the reason run: "
                                    + CommandText.of("list", "setups", "--details", name))));
        }
        return all;
    }

    private List<Named> chosenSetups() {
        Map<String, Named> chosen = new LinkedHashMap<>();
        names.forEach(name ->
                setup(name, problems).ifPresent(setup -> chosen.put(name, new Named(name, setup.description()))));
        return List.copyOf(chosen.values());
    }

    private ConfFinder finder() {
        return new ConfFinder(ConfKind.SETUP, context.directory());
    }

    private Optional<StorageSetup> setup(String name, Problems found) {
        Problems notFound = new Problems();
        Optional<ConfFinder.Text> file = finder().find(name, notFound);
        // In this command, the name is not the value of an option.
        notFound.list()
                .forEach(problem -> found.add(
                        problem.location().equals(Location.COMMAND_LINE) ? problem.withKey("list setups") : problem));
        return file.flatMap(text -> SetupReader.read(text.source(), text.content(), found));
    }
}
