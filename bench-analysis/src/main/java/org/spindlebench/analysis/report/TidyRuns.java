package org.spindlebench.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Warning;

/**
 * Runs as CSV, one line each: names, settings and numbers in columns, in base units. If a run has no value, its cell is
 * empty. If no run has a value, the column is left out.
 */
public final class TidyRuns {
    private static final List<String> NAMES =
            List.of("campaign", "run", "job", "setup", "status", "started_at", "visit", "block", "warnings");

    /** Precedes settings that are called like another column. */
    private static final String SETTING = "setting_";

    private final List<String> names = new ArrayList<>(NAMES);
    private final Set<String> settings = new TreeSet<>();
    private final Set<String> numbers = new LinkedHashSet<>();

    private TidyRuns() {}

    /**
     * Writes all runs. They are read twice, because the first line names the columns.
     *
     * @param runs returns the same runs at each call; the streams are closed
     * @param out the output, which is not closed
     */
    public static void write(Supplier<Stream<RunRecord>> runs, OutputStream out) throws IOException {
        TidyRuns columns = new TidyRuns();
        Set<String> used = new TreeSet<>();
        try (Stream<RunRecord> all = runs.get()) {
            all.forEachOrdered(run -> columns.add(run, used));
        }
        columns.names.retainAll(used);
        columns.numbers.retainAll(used);
        columns.writeAll(runs, out);
    }

    /** Returns the values of one run that exist, by the names of their columns: names, then settings, then numbers. */
    public static Map<String, Object> row(RunRecord run) {
        Map<String, Object> ofNumbers = numbers(run);
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, Object> ofNames = names(run);
        NAMES.forEach(name -> values.put(name, ofNames.get(name)));
        run.subject()
                .settings()
                .forEach((name, value) ->
                        values.put(NAMES.contains(name) || ofNumbers.containsKey(name) ? SETTING + name : name, value));
        values.putAll(ofNumbers);
        values.values().removeIf(Objects::isNull);
        return values;
    }

    private void add(RunRecord run, Set<String> used) {
        settings.addAll(run.subject().settings().keySet());
        Map<String, Object> ofNumbers = numbers(run);
        numbers.addAll(ofNumbers.keySet());
        for (Map<String, Object> values : List.of(names(run), ofNumbers)) {
            values.forEach((name, value) -> {
                if (value != null) {
                    used.add(name);
                }
            });
        }
    }

    private void writeAll(Supplier<Stream<RunRecord>> runs, OutputStream out) throws IOException {
        List<String> columns = new ArrayList<>(names);
        settings.forEach(name -> columns.add(names.contains(name) || numbers.contains(name) ? SETTING + name : name));
        columns.addAll(numbers);
        CsvSchema.Builder schema = CsvSchema.builder();
        columns.forEach(schema::addColumn);
        CsvMapper mapper = new CsvMapper();
        mapper.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (SequenceWriter lines = mapper.writer(schema.build().withHeader()).writeValues(out);
                Stream<RunRecord> all = runs.get()) {
            for (RunRecord run : (Iterable<RunRecord>) all::iterator) {
                lines.write(cells(run).toArray(String[]::new));
            }
        }
    }

    private List<String> cells(RunRecord run) {
        List<Object> values = new ArrayList<>();
        Map<String, Object> ofNames = names(run);
        names.forEach(name -> values.add(ofNames.get(name)));
        settings.forEach(name -> values.add(run.subject().settings().get(name)));
        Map<String, Object> ofNumbers = numbers(run);
        numbers.forEach(name -> values.add(ofNumbers.get(name)));
        return values.stream()
                .map(value -> value == null ? "" : Reports.CsvReport.text(value))
                .toList();
    }

    private static Map<String, Object> names(RunRecord run) {
        RunRecord.Position at = run.position();
        Map<String, Object> values = new HashMap<>();
        values.put("campaign", run.identity().campaign());
        values.put("run", run.identity().run());
        values.put("job", run.subject().job());
        values.put("setup", run.subject().setup());
        values.put("status", run.status().word());
        values.put("started_at", started(run));
        values.put("visit", at == null ? null : at.visit());
        values.put("block", at == null || at.index() == 0 ? null : at.block());
        values.put("warnings", warnings(run));
        return values;
    }

    private static String started(RunRecord run) {
        if (run.source() != null && run.source().localStart() != null) {
            return run.source().localStart();
        }
        return Stream.ofNullable(run.times())
                .flatMap(times -> Stream.of(times.yarnStarted(), times.clientSubmitted()))
                .filter(Objects::nonNull)
                .findFirst()
                .map(Instant::toString)
                .orElse(null);
    }

    private static String warnings(RunRecord run) {
        String codes =
                run.warnings().stream().map(Warning::code).sorted().distinct().collect(Collectors.joining(";"));
        return codes.isEmpty() ? null : codes;
    }

    private static Map<String, Object> numbers(RunRecord run) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("duration_s", run.times() == null ? null : run.times().elapsed());
        values.put("cost_usd", run.cost());
        Optional<Sizes> sizes = Optional.ofNullable(run.sizes());
        values.put("nodes", sizes.map(Sizes::nodes).orElse(null));
        values.put("input_bytes", sizes.map(Sizes::input).orElse(null));
        values.put("shuffle_bytes", sizes.map(Sizes::shuffle).orElse(null));
        values.put("output_bytes", sizes.map(Sizes::output).orElse(null));
        values.put("task_cpu_s", sizes.map(Sizes::taskCpu).orElse(null));
        Map<MeasuredQuantity, Double> measured = MeasuredQuantity.of(run);
        for (MeasuredQuantity one : MeasuredQuantity.values()) {
            values.put(one.code(), measured.get(one));
        }
        LimitShares limits = run.evidence() == null ? null : run.evidence().limits();
        for (Limiter one : Limiter.values()) {
            values.put(
                    "limited_by_" + one.word(),
                    limits == null || limits.unknown().contains(one) ? null : limits.pace(one));
        }
        return values;
    }
}
