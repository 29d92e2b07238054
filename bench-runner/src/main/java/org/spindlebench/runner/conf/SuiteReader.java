package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.JobSettings.DaemonKeys;
import org.spindlebench.runner.conf.StrictMap.Keys;
import org.spindlebench.runner.conf.StrictMap.Located;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.YamlFile.YamlTree;
import org.spindlebench.runner.program.Program;

/** Reads a suite's file. It refuses everything that it does not understand and reports all problems at once. */
public final class SuiteReader {
    /** The largest number of repeats. A larger number is assumed to be a typing error. */
    public static final int MOST_REPEATS = 1000;

    private static final String PER_NODE = "bytes_per_node";
    private static final String TOTAL = "total_bytes";
    private static final String MEASURES = "measures";
    private static final Keys SUITE_KEYS = Keys.of(
            "name: NAME",
            "description",
            PER_NODE,
            TOTAL,
            "repeats",
            "cold",
            MEASURES,
            "inputs",
            "settings",
            "configuration",
            "runs: [{jobs: [terasort]}]");
    private static final Keys SHAPE_KEYS =
            Keys.of("compression", "settings", "repeats", PER_NODE, TOTAL, "configuration", "purpose");
    private static final Keys RUN_KEYS = Keys.of("jobs: [terasort]").and(SHAPE_KEYS);

    private final Collection<String> jobs;
    private final Cluster cluster;
    private final Problems problems;
    private final Map<String, Integer> cells = new HashMap<>();

    private SuiteReader(Collection<String> jobs, Cluster cluster, Problems problems) {
        this.jobs = jobs;
        this.cluster = cluster;
        this.problems = problems;
    }

    /** Reads the suite in a text. If any part cannot be parsed, adds problems and returns empty. */
    public static Optional<Suite> read(
            String source, String text, Collection<String> jobs, Cluster cluster, Problems problems) {
        return StrictMap.read(
                source, text, "a suite", SUITE_KEYS, problems, (map, own) -> new SuiteReader(jobs, cluster, own)
                        .suite(source, map));
    }

    private Suite suite(String source, StrictMap map) {
        Shape defaults = new Shape(repeats(map).orElse(1), sizes(map), settings(map));
        List<Suite.SuiteEntry> entries = new ArrayList<>();
        for (YamlTree run : map.items("runs")) {
            Optional<Suite.SuiteEntry> entry = ProgramReader.isProgram(run)
                    ? StrictMap.of(run, "a program", ProgramReader.keys(SHAPE_KEYS), problems)
                            .map(found -> ofProgram(found, map, defaults))
                    : StrictMap.of(run, "an entry of runs", RUN_KEYS, problems)
                            .map(found -> ofJobs(found, map, defaults));
            entry.ifPresent(entries::add);
        }
        return new Suite(
                source,
                map.value("name", FileSafeName::parse, ""),
                map.text("description"),
                map.value("cold", AllowedValues.of("way of cooling in a file", Suite.WAYS_OF_COOLING), ""),
                map.value(MEASURES, AllowedValues.of("value", List.of("storage")))
                        .isPresent(),
                withInputs(map, configuration(map, Scope.SUITE)),
                entries);
    }

    /** Adds the source of inputs, which is the same for all runs of a suite. */
    private static Map<String, String> withInputs(StrictMap map, Map<String, String> configuration) {
        map.value("inputs", AllowedValues.of("value", List.of(JobKeys.PREPARED, JobKeys.WRITTEN)))
                .ifPresent(inputs -> configuration.put(JobKeys.INPUTS, inputs));
        return configuration;
    }

    private Suite.SuiteEntry ofJobs(StrictMap map, StrictMap suite, Shape defaults) {
        return entry(map, suite, defaults, map.values("jobs", AllowedValues.of("job", jobs)), null);
    }

    private Suite.SuiteEntry ofProgram(StrictMap map, StrictMap suite, Shape defaults) {
        List<Located<String>> names = map.value("name", this::nameOfProgram).stream()
                .map(name -> new Located<>(map.locationOf("name"), name))
                .toList();
        Optional<Program> program = ProgramReader.read(map, problems);
        return entry(map, suite, defaults, names, program.orElse(null));
    }

    private String nameOfProgram(String text) throws NotUnderstoodException {
        if (jobs.contains(text)) {
            throw new NotUnderstoodException("the name of one of Spindle's own jobs", "any other name", "");
        }
        return FileSafeName.parse(text);
    }

    /** @param program the program, if it is the only name; null if the names are jobs of the catalog */
    private Suite.SuiteEntry entry(
            StrictMap map, StrictMap suite, Shape defaults, List<Located<String>> names, Program program) {
        List<Compression> compressions = compressions(map);
        if (!hasSize(map) && !hasSize(suite)) {
            problems.add(Problem.at(map.location(), PER_NODE, "missing, here and in the suite")
                    .withAllowed(ByteSize.ALLOWED)
                    .withRemedy("write `bytes_per_node: 64MB` at the top of the suite"));
        }
        List<Size> sizes = sizes(map, defaults);
        Map<RunSetting, List<String>> settings = new TreeMap<>(defaults.settings);
        settings.putAll(settings(map));
        String arguments = program == null ? "" : " " + program.run().arguments();
        names.forEach(name -> compressions.forEach(compression -> sizes.forEach(
                size -> claim(name, "compression " + compression.label(), size + " " + settings + arguments))));
        return new Suite.SuiteEntry(
                names.stream().map(Located::value).toList(),
                compressions,
                settings,
                repeats(map).orElse(defaults.repeats),
                sizes,
                configuration(map, Scope.ENTRY),
                map.text("purpose"),
                program);
    }

    private List<Compression> compressions(StrictMap map) {
        List<Located<Compression>> written = map.values("compression", Compression::parse);
        return map.has("compression") ? written.stream().map(Located::value).toList() : List.of(Compression.NONE);
    }

    /**
     * Refuses a cell that another entry has. The repeats of both entries would be averaged as if they came from one
     * entry.
     */
    private void claim(Located<String> job, String compression, String rest) {
        String cell = job.value() + " with " + compression;
        Integer first = cells.putIfAbsent(cell + rest, job.location().line());
        if (first != null) {
            String key = jobs.contains(job.value()) ? "jobs" : "name";
            problems.add(Problem.at(job.location(), key, cell + " is listed twice, first on line " + first)
                    .withValue(job.value())
                    .withRemedy("remove one; raise `repeats` for more runs"));
        }
    }

    private Optional<Integer> repeats(StrictMap map) {
        return map.value("repeats", WholeNumber.between(1, MOST_REPEATS));
    }

    private static boolean hasSize(StrictMap map) {
        return map.isPresentOrMisspelled(PER_NODE) || map.isPresentOrMisspelled(TOTAL);
    }

    /**
     * Returns an entry's sizes, by default the suite's sizes. If both are missing (already reported), returns any size.
     */
    private List<Size> sizes(StrictMap map, Shape defaults) {
        List<Size> own = sizes(map);
        List<Size> known = own.isEmpty() ? defaults.sizes : own;
        return known.isEmpty() ? List.of(Size.perNode(1)) : known;
    }

    /** Returns the sizes in a map, where a single size counts as a list; none if there is no such key. */
    private List<Size> sizes(StrictMap map) {
        List<Size> perNode = sizes(map, PER_NODE, Size::perNode);
        List<Size> total = sizes(map, TOTAL, Size::inTotal);
        if (map.has(PER_NODE) && map.has(TOTAL)) {
            problems.add(Problem.at(map.location(), TOTAL, "is given in addition to bytes_per_node: give only one size")
                    .withRemedy("keep one of the two"));
        }
        return perNode.isEmpty() ? total : perNode;
    }

    private static List<Size> sizes(StrictMap map, String key, LongFunction<Size> scope) {
        return map.values(key, ByteSize::parse).stream()
                .map(bytes -> scope.apply(bytes.value()))
                .toList();
    }

    /** Returns the values of each setting. A single value counts as a list. */
    private Map<RunSetting, List<String>> settings(StrictMap map) {
        Map<RunSetting, List<String>> settings = new TreeMap<>();
        Map<String, RunSetting> known = RunSetting.byLabel();
        for (YamlTree tree : map.items("settings")) {
            StrictMap.of(tree, "settings", Keys.optional(known.keySet()), problems)
                    .ifPresent(found -> known.forEach((label, setting) -> {
                        List<Located<String>> values = found.values(label, setting::parse);
                        if (!values.isEmpty()) {
                            settings.put(
                                    setting, values.stream().map(Located::value).toList());
                        }
                    }));
        }
        return settings;
    }

    private Map<String, String> configuration(StrictMap map, Scope scope) {
        Map<String, String> settings = new LinkedHashMap<>();
        map.settings("configuration").forEach((written, value) -> {
            String key = HadoopKeys.current(written);
            JobSettings.check(value.location(), key, value.value(), cluster).ifPresent(problems::add);
            if (scope == Scope.ENTRY && cluster == Cluster.EMBEDDED && DaemonKeys.isForDaemons(key)) {
                problems.add(
                        Problem.at(value.location(), key, "set in one entry, but daemons start once for all entries")
                                .withValue(value.value())
                                .withRemedy("move it to the suite's own `configuration`"));
            }
            if (settings.put(key, value.value()) != null) {
                problems.add(
                        Problem.at(value.location(), written, "another name of " + key + ", which is also set here")
                                .withValue(value.value())
                                .withRemedy("keep one of the two"));
            }
        });
        return settings;
    }

    /** A part of the file that contains settings. */
    private enum Scope {
        SUITE,
        ENTRY
    }

    /** The suite's values that entries use by default. */
    private record Shape(int repeats, List<Size> sizes, Map<RunSetting, List<String>> settings) {}
}
