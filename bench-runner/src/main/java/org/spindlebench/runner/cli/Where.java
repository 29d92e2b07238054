package org.spindlebench.runner.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.RunRecord;

/** The conditions of {@code --where}. It remembers what the runs have, to tell a misspelt field from one that no run fits. */
final class Where implements Predicate<RunRecord> {
    private static final int MOST_VALUES = 100;
    private static final int MOST_SHOWN = 8;

    private final Map<Field, List<String>> conditions;
    private final Map<Field, Set<String>> found = new LinkedHashMap<>();
    private final Set<String> names = new TreeSet<>(Set.of("job", "setup"));
    private boolean anyRun;

    /** @param conditions values of one field are alternatives; fields must all agree */
    Where(Map<Field, List<String>> conditions) {
        this.conditions = new LinkedHashMap<>(conditions);
        conditions.keySet().forEach(field -> found.put(field, new TreeSet<>()));
    }

    @Override
    public boolean test(RunRecord run) {
        anyRun = true;
        boolean fits = true;
        for (Map.Entry<Field, List<String>> condition : conditions.entrySet()) {
            Set<String> values = found.get(condition.getKey());
            condition
                    .getKey()
                    .of(run)
                    .filter(value -> values.size() < MOST_VALUES)
                    .ifPresent(values::add);
            fits &= condition
                    .getKey()
                    .isAnyOf(condition.getValue().toArray(String[]::new))
                    .test(run);
        }
        if (!conditions.isEmpty()) {
            names.addAll(run.subject().settings().keySet());
        }
        return fits;
    }

    /**
     * To be asked when all runs have been tested.
     *
     * @throws InvalidDocumentException if there are runs, and none of them has one of the fields
     */
    void requireKnownFields() {
        found.forEach((field, values) -> {
            if (anyRun && values.isEmpty()) {
                throw new InvalidDocumentException("--where " + field.name() + ": no run has this field; there are "
                        + String.join(", ", names)
                        + NearestName.of(field.name(), names)
                                .map(name -> " (did you mean " + name + "?)")
                                .orElse(""));
            }
        });
    }

    /** Why no run fits, where none does. */
    String whyNone(String results) {
        if (!anyRun) {
            return "no run was found in " + results
                    + ": name results directories of Spindle, files of its records (.json, .jsonl), or .csv files one by one";
        }
        return "no run in " + results + " fits "
                + conditions.entrySet().stream()
                        .map(condition -> condition.getValue().stream()
                                .map(value -> "--where " + condition.getKey().name() + "=" + value)
                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining(" "))
                + found.entrySet().stream()
                        .map(field -> "; " + field.getKey().name() + " is " + FewNames.of(field.getValue(), MOST_SHOWN))
                        .collect(Collectors.joining());
    }
}
