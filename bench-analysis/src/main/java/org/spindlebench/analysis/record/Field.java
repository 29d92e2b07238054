package org.spindlebench.analysis.record;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A field of a record, for filtering and grouping runs. Fields have the names in {@code docs/records.md}, such as
 * {@code sizes.nodes}, {@code software.java}, {@code configuration.mapreduce.task.io.sort.mb},
 * {@code subject.settings.compression}.
 *
 * <p>{@code job} and {@code setup} mean {@code subject.job} and {@code subject.setup}. Any other single word that is
 * not a field means the setting with that name.
 */
public final class Field {
    /** Represents any key of a map, in {@link #names()}. */
    public static final String ANY_KEY = ".KEY";

    private static final List<String> OF_THE_SUBJECT = List.of("job", "setup");

    private final String name;
    private final List<String> path;

    private Field(String name, List<String> path) {
        this.name = name;
        this.path = path;
    }

    /**
     * Returns the field with this name. A setting, a counter or a key of the configuration need not be in any record;
     * other names must be in {@code docs/records.md}.
     *
     * @throws IllegalArgumentException if a record has no such field, or if the field holds more than one value; the
     *     message lists the existing fields
     */
    public static Field of(String name) {
        List<String> path = List.of(qualified(name).split("\\."));
        requireSingleValue(name, path);
        return new Field(name, path);
    }

    /** Returns the names of all fields, in the order of a record. {@link #ANY_KEY} ends the names of maps. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(OF_THE_SUBJECT);
        addNames("", RunRecord.class, names);
        return List.copyOf(names);
    }

    private static void addNames(String prefix, Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + component.getName();
            if (component.getType().isRecord()) {
                addNames(name + ".", component.getType(), names);
            } else if (Map.class.isAssignableFrom(component.getType())) {
                names.add(name + ANY_KEY);
            } else if (!holdsSeveral(component.getType())) {
                names.add(name);
            }
        }
    }

    /** Returns the name that was passed to {@link #of(String)}. */
    public String name() {
        return name;
    }

    /**
     * Checks whether the field is the job, the setup or a setting. These distinguish runs even if the user does not
     * name them.
     */
    public boolean isOfSubject() {
        return path.get(0).equals("subject");
    }

    /** Returns the run's value as text, whole numbers without a fraction; empty if the run has no value. */
    public Optional<String> of(RunRecord run) {
        Object value = run;
        for (int step = 0; step < path.size() && value != null; step++) {
            if (value instanceof Map<?, ?> map) {
                value = inMap(map, String.join(".", path.subList(step, path.size())));
                break;
            }
            value = component(value, path.get(step));
        }
        return Optional.ofNullable(value).map(Field::text);
    }

    /** Returns a test for runs whose value is one of these, compared as text. Runs without a value do not match. */
    public Predicate<RunRecord> isAnyOf(String... values) {
        List<String> allowed = List.of(values);
        return run -> of(run).filter(allowed::contains).isPresent();
    }

    private static String qualified(String name) {
        if (OF_THE_SUBJECT.contains(name)) {
            return "subject." + name;
        }
        boolean setting = !name.contains(".") && !isValueOfRun(name);
        return setting ? "subject.settings." + name : name;
    }

    private static boolean isValueOfRun(String name) {
        Components all = components(RunRecord.class);
        return !all.noneMatch(name) && !holdsSeveral(all.type(name));
    }

    private static boolean holdsSeveral(Class<?> type) {
        return type.isRecord() || Map.class.isAssignableFrom(type) || List.class.isAssignableFrom(type);
    }

    private static void requireSingleValue(String name, List<String> path) {
        Class<?> type = RunRecord.class;
        for (int step = 0; step < path.size(); step++) {
            if (Map.class.isAssignableFrom(type)) {
                return;
            }
            if (!type.isRecord() || components(type).noneMatch(path.get(step))) {
                String there = type.isRecord() ? components(type).names() : "nothing";
                throw new IllegalArgumentException("no field '" + name + "': under '"
                        + String.join(".", path.subList(0, step)) + "' there is " + there);
            }
            type = components(type).type(path.get(step));
        }
        if (holdsSeveral(type)) {
            throw new IllegalArgumentException("field '" + name + "' holds more than one value"
                    + (type.isRecord() ? ": " + components(type).names() : ""));
        }
    }

    // Keys may contain points, so in nested maps the outer key is a prefix of the remaining name.
    private static Object inMap(Map<?, ?> map, String key) {
        Object value = map.get(key);
        if (value != null && !(value instanceof Map<?, ?>)) {
            return value;
        }
        return map.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Map<?, ?> && key.startsWith(entry.getKey() + "."))
                .map(entry -> inMap(
                        (Map<?, ?>) entry.getValue(),
                        key.substring(String.valueOf(entry.getKey()).length() + 1)))
                .filter(inner -> inner != null)
                .findFirst()
                .orElse(null);
    }

    private static Object component(Object holder, String name) {
        try {
            return components(holder.getClass()).component(name).getAccessor().invoke(holder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record's accessors are public", e);
        }
    }

    private static String text(Object value) {
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(number.longValue());
        }
        return value instanceof Status status ? status.word() : value.toString();
    }

    private static Components components(Class<?> type) {
        return new Components(List.of(type.getRecordComponents()));
    }

    private record Components(List<RecordComponent> all) {
        boolean noneMatch(String name) {
            return all.stream().noneMatch(component -> component.getName().equals(name));
        }

        RecordComponent component(String name) {
            return all.stream()
                    .filter(component -> component.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        Class<?> type(String name) {
            return component(name).getType();
        }

        String names() {
            return all.stream().map(RecordComponent::getName).collect(Collectors.joining(", "));
        }
    }
}
