package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.YamlFile.YamlTree;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Mapping;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Scalar;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Sequence;
import org.spindlebench.runner.conf.YamlFile.YamlTree.YamlEntry;

/**
 * A map of a YAML file with a fixed set of allowed keys. Mistakes are added to the {@link Problems} and reading
 * continues, so that one attempt shows all mistakes.
 */
public final class StrictMap {
    private final Location location;
    private final Problems problems;
    private final Map<String, YamlEntry> entries = new LinkedHashMap<>();
    private final Set<String> meant = new HashSet<>();

    private StrictMap(Location location, Problems problems) {
        this.location = location;
        this.problems = problems;
    }

    /** The keys that distinguish a file of each kind from files of other kinds, by the kind's name in messages. */
    private static final Map<String, List<String>> KINDS = Map.of(
            "a suite", List.of("runs"),
            "a setup", List.of("hdfs", "shuffle"),
            "an experiment", List.of("suite", "setups"),
            "a price list", List.of("currency", "source"),
            "a mix", List.of("shares"),
            "a workload", List.of("jobs"),
            "a list of printed results", List.of("results", "source"));

    /**
     * Reads a file. If any part cannot be parsed, adds the problems and returns empty.
     *
     * @param source the file's name, for messages
     * @param what the object that the file describes, for messages, such as {@code a suite}
     * @param keys the allowed keys
     * @param reader reads the map, and adds problems
     */
    static <T> Optional<T> read(
            String source, String text, String what, Keys keys, Problems problems, Reader<T> reader) {
        Problems own = new Problems();
        Optional<T> read = YamlFile.parse(source, text, own)
                .filter(tree -> isOfKind(tree, what, own))
                .flatMap(tree -> of(tree, what, keys, own))
                .map(map -> reader.read(map, own));
        own.list().forEach(problems::add);
        return own.isEmpty() ? read : Optional.empty();
    }

    /** Returns whether a file may be of a kind. If it is clearly of another kind, adds the one problem. */
    private static boolean isOfKind(YamlTree tree, String what, Problems problems) {
        List<String> keys = tree instanceof Mapping mapping
                ? mapping.entries().stream().map(entry -> entry.key().text()).toList()
                : List.of();
        if (!KINDS.containsKey(what) || keys.containsAll(KINDS.get(what))) {
            return true;
        }
        Optional<String> other = KINDS.entrySet().stream()
                .filter(kind -> keys.containsAll(kind.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
        other.ifPresent(kind -> problems.add(Problem.at(tree.location(), "", "this is " + kind + ", and not " + what)
                .withRemedy("name another file, or use this one where " + kind + " is expected")));
        return other.isEmpty();
    }

    /** Reads the object that a map describes. */
    interface Reader<T> {
        T read(StrictMap map, Problems problems);
    }

    /**
     * Returns a map in a file. If the tree is not a map, adds a problem and returns empty.
     *
     * @param what the object that the map describes, for messages, such as {@code a suite}
     * @param keys the allowed keys. A missing key that is required is a problem
     */
    static Optional<StrictMap> of(YamlTree tree, String what, Keys keys, Problems problems) {
        if (!(tree instanceof Mapping mapping)) {
            boolean isKind = tree instanceof Scalar scalar
                    && !scalar.isAbsent()
                    && keys.names().contains("kind");
            problems.add(
                    Problem.at(tree.location(), "", what + " is a map of keys and values, but this is " + tree.kind())
                            .withAllowed(String.join(", ", keys.names()))
                            .withRemedy(
                                    isKind
                                            ? "write `" + what + ": {kind: " + ((Scalar) tree).text() + "}`"
                                            : "write `key: value` lines"));
            return Optional.empty();
        }
        StrictMap map = new StrictMap(mapping.location(), problems);
        for (YamlEntry entry : mapping.entries()) {
            map.take(entry, what, keys.names());
        }
        keys.required().forEach(map::require);
        return Optional.of(map);
    }

    private void take(YamlEntry entry, String what, List<String> keys) {
        String key = entry.key().text();
        if (!keys.contains(key)) {
            Problem unknown = Problem.at(entry.key().location(), key, "unknown key in " + what)
                    .withValue(entry.value() instanceof Scalar scalar ? scalar.text() : "")
                    .withAllowed(String.join(", ", keys));
            Optional<String> nearest = NearestName.of(key, keys);
            nearest.ifPresent(meant::add);
            problems.add(
                    nearest.map(name -> unknown.withNearest(name).withRemedy("write `" + name + ":`, or remove it"))
                            .orElse(unknown.withRemedy("remove it")));
            return;
        }
        takeOnce(entries, entry);
    }

    private void takeOnce(Map<String, YamlEntry> taken, YamlEntry entry) {
        YamlEntry first = taken.putIfAbsent(entry.key().text(), entry);
        if (first != null) {
            int line = first.key().location().line();
            problems.add(Problem.at(
                            entry.key().location(), entry.key().text(), "the key occurs twice, first on line " + line)
                    .withValue(entry.value() instanceof Scalar scalar ? scalar.text() : "")
                    .withRemedy("keep one of the two"));
        }
    }

    public Location location() {
        return location;
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Checks whether the map has a key, or a misspelling of the key that has already been reported. */
    public boolean isPresentOrMisspelled(String key) {
        return has(key) || meant.contains(key);
    }

    /** Reports a missing key that other keys make necessary. */
    public void require(String key, String example) {
        require(key + ": " + example);
    }

    private void require(String line) {
        String key = Keys.name(line);
        if (!isPresentOrMisspelled(key)) {
            problems.add(Problem.at(location, key, "missing").withRemedy("write `" + line + "`"));
        }
    }

    /**
     * Returns a key's value; empty if the key is missing. If the parser refuses the value, adds a problem and returns
     * empty.
     */
    public <T> Optional<T> value(String key, ValueParser<T> parser) {
        return has(key) ? parse(key, entries.get(key).value(), parser).map(Located::value) : Optional.empty();
    }

    /**
     * Returns a key's value; the usual value if the key is missing. If the parser refuses the value, adds a problem and
     * returns the usual value.
     */
    public <T> T value(String key, ValueParser<T> parser, T usual) {
        return value(key, parser).orElse(usual);
    }

    /** Returns a key's text without checking the text; empty if the key is missing. */
    public String text(String key) {
        return value(key, text -> text, "");
    }

    /** Returns the values of a key that allows one value or a list. Duplicates are reported. */
    public <T> List<T> list(String key, ValueParser<T> parser) {
        return values(key, parser).stream().map(Located::value).toList();
    }

    /** Returns the values of a key that allows one value or a list, each with its location. Duplicates are reported. */
    public <T> List<Located<T>> values(String key, ValueParser<T> parser) {
        Map<T, Located<T>> values = new LinkedHashMap<>();
        for (YamlTree item : items(key)) {
            parse(key, item, parser).ifPresent(value -> {
                if (values.putIfAbsent(value.value(), value) != null) {
                    problems.add(Problem.at(value.location(), key, "listed twice")
                            .withValue(((Scalar) item).text())
                            .withRemedy("remove one"));
                }
            });
        }
        return List.copyOf(values.values());
    }

    /** Returns the items of a key's list. A single value counts as a list. */
    public List<YamlTree> items(String key) {
        if (!has(key)) {
            return List.of();
        }
        YamlTree value = entries.get(key).value();
        if (!(value instanceof Sequence sequence)) {
            return List.of(value);
        }
        if (sequence.items().isEmpty()) {
            problems.add(Problem.at(value.location(), key, "an empty list")
                    .withRemedy("list at least one, or remove the key"));
        }
        return sequence.items();
    }

    /**
     * Returns a map whose keys are not fixed, such as Hadoop settings. Each key must occur once, with a single value.
     */
    public Map<String, Located<String>> settings(String key) {
        Map<String, Located<String>> settings = new LinkedHashMap<>();
        named(key, "setting").forEach((name, entry) -> parse(name, entry.value(), text -> text)
                .filter(text -> isOneText(name, (Scalar) entry.value()))
                .map(text -> new Located<>(entry.key().location(), text.value()))
                .ifPresent(text -> settings.put(name, text)));
        return settings;
    }

    /**
     * Returns a map whose keys are names that the user chooses. Each key has a single value, which the parser reads.
     */
    public <T> Map<String, Located<T>> namedValues(String key, String noun, ValueParser<T> parser) {
        Map<String, Located<T>> values = new LinkedHashMap<>();
        named(key, noun).forEach((name, entry) -> parse(name, entry.value(), parser)
                .ifPresent(value -> values.put(name, value)));
        return values;
    }

    /**
     * Returns a map whose keys are names that the user chooses. Each value is a map with a fixed set of allowed keys.
     *
     * @param what the object that each map describes, for messages, such as {@code a device}
     */
    Map<String, StrictMap> namedMaps(String key, String noun, String what, Keys keys) {
        Map<String, StrictMap> maps = new LinkedHashMap<>();
        named(key, noun).forEach((name, entry) -> of(entry.value(), what, keys, problems)
                .ifPresent(map -> maps.put(name, map)));
        return maps;
    }

    /**
     * Returns the maps in a key's list; a single map counts as a list. Items that are not maps are problems.
     *
     * @param what the object that each map describes, for messages, such as {@code a hypothesis}
     */
    List<StrictMap> maps(String key, String what, Keys keys) {
        return items(key).stream()
                .flatMap(item -> of(item, what, keys, problems).stream())
                .toList();
    }

    /** Reports a problem with a key's value, or with this map if the key is missing. */
    void refuse(String key, String reason, String remedy) {
        problems.add(problem(key, reason).withRemedy(remedy));
    }

    /**
     * Returns the map under a key; empty if the key is missing. If the value is not a map, adds a problem and returns
     * empty.
     */
    Optional<StrictMap> map(String key, Keys keys) {
        return has(key) ? of(entries.get(key).value(), key, keys, problems) : Optional.empty();
    }

    /**
     * Returns the map under a key, as {@link #map} does; a map without keys if the key is missing or its value is not a
     * map.
     */
    StrictMap mapOrEmpty(String key, Keys keys) {
        return map(key, keys).orElseGet(() -> new StrictMap(location, problems));
    }

    /** Returns the location of a key's value, or this map's location if the key is missing. */
    public Location locationOf(String key) {
        return has(key) ? entries.get(key).value().location() : location;
    }

    /** Returns a problem with a key's value. */
    public Problem problem(String key, String reason) {
        return Problem.at(locationOf(key), key, reason);
    }

    /** Returns the keys in a map whose keys are not fixed. The values do not matter. */
    public Set<String> names(String key) {
        Set<String> names = new LinkedHashSet<>();
        if (has(key) && entries.get(key).value() instanceof Mapping mapping) {
            mapping.entries().forEach(entry -> names.add(entry.key().text()));
        }
        return names;
    }

    private Map<String, YamlEntry> named(String key, String noun) {
        Map<String, YamlEntry> taken = new LinkedHashMap<>();
        if (!has(key)) {
            return taken;
        }
        YamlTree value = entries.get(key).value();
        if (value instanceof Mapping mapping) {
            mapping.entries().forEach(entry -> takeOnce(taken, entry));
        } else {
            problems.add(
                    Problem.at(value.location(), key, "a map of " + noun + "s is needed, but this is " + value.kind())
                            .withRemedy("write `" + noun + ": value` lines under it, or remove the key"));
        }
        return taken;
    }

    /**
     * Checks whether a scalar means the same to all readers. YAML 1.1 reads an unquoted `on` as true, YAML 1.2 as text,
     * and Hadoop as neither.
     */
    private boolean isOneText(String key, Scalar value) {
        if (value.quoted()
                || !AllowedValues.isYamlBoolean(value.text())
                || value.text().matches("true|false")) {
            return true;
        }
        problems.add(Problem.at(value.location(), key, "a boolean to some YAML readers, text to others")
                .withValue(value.text())
                .withAllowed("true, false, or quoted text")
                .withRemedy("write true or false, or put quotes around it"));
        return false;
    }

    private <T> Optional<Located<T>> parse(String key, YamlTree tree, ValueParser<T> parser) {
        if (!(tree instanceof Scalar scalar) || scalar.isAbsent()) {
            problems.add(Problem.at(tree.location(), key, "a single value is needed, but this is " + tree.kind())
                    .withRemedy("write `" + key + ": value`, or remove the key"));
            return Optional.empty();
        }
        try {
            return Optional.of(new Located<>(scalar.location(), parser.parse(scalar.text())));
        } catch (NotUnderstoodException e) {
            problems.add(e.at(scalar.location(), key, scalar.text()));
            return Optional.empty();
        }
    }

    /** A value with its location in the file. */
    public record Located<T>(Location location, T value) {}

    /**
     * The keys that a map in a file may have, in the order in which messages list them.
     *
     * @param lines the keys; a required key comes with the line to write if it is missing, such as {@code name: NAME}
     */
    record Keys(List<String> lines) {
        private static final String VALUE = ": ";

        Keys {
            lines = List.copyOf(lines);
        }

        static Keys of(String... lines) {
            return new Keys(Arrays.asList(lines));
        }

        /** Returns these keys followed by others. */
        Keys and(Keys others) {
            return new Keys(Stream.concat(lines.stream(), others.lines.stream()).toList());
        }

        static Keys optional(Collection<String> names) {
            return new Keys(List.copyOf(names));
        }

        List<String> names() {
            return lines.stream().map(Keys::name).toList();
        }

        /** Returns the lines of the required keys. */
        List<String> required() {
            return lines.stream().filter(line -> line.contains(VALUE)).toList();
        }

        static String name(String line) {
            return line.split(VALUE, 2)[0];
        }
    }
}
