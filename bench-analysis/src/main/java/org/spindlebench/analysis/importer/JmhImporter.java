package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord.Position;

/** Reads the file of JMH's {@code -rf json}: each iteration is a run, and each fork a visit. */
final class JmhImporter extends JsonImporter {
    private static final Pattern MARK = Pattern.compile("\"primaryMetric\"|\"jmhVersion\"");
    private static final Map<String, Double> SECONDS =
            Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0, "m", 60.0, "hr", 3600.0, "h", 3600.0);

    @Override
    public String name() {
        return "jmh";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "the JSON of JMH: [] with benchmark, mode and primaryMetric";
    }

    @Override
    boolean isOf(JsonNode document) {
        return document.at("/0/benchmark").isTextual()
                && document.at("/0/primaryMetric").isObject();
    }

    @Override
    void read(JsonNode document, JsonRuns results) {
        int total = 0;
        for (JsonNode fork : document.findValues("rawData")) {
            for (JsonNode iterations : fork) {
                total += iterations.size();
            }
        }
        for (JsonNode benchmark : document) {
            read(benchmark, total, results);
        }
    }

    private static void read(JsonNode benchmark, int total, JsonRuns results) {
        String name = benchmark.path("benchmark").asText();
        JsonNode metric = benchmark.path("primaryMetric");
        String[] unit = metric.path("scoreUnit").asText().split("/");
        boolean isTime = unit.length == 2 && unit[1].equals("op") && SECONDS.containsKey(unit[0]);
        boolean isRate = unit.length == 2 && unit[0].equals("ops") && SECONDS.containsKey(unit[1]);
        JsonNode forks = metric.path("rawData");
        if ((!isTime && !isRate) || forks.isEmpty() || !forks.get(0).isArray()) {
            results.refuse(name + " has no durations in rawData: its unit is "
                    + Numbers.shown(metric.path("scoreUnit").asText())
                    + ", and must be one such as ms/op or ops/s (mode "
                    + benchmark.path("mode").asText() + ")");
            return;
        }
        Map<String, String> settings = new TreeMap<>();
        Stream.of("mode", "threads")
                .filter(benchmark::has)
                .forEach(key -> settings.put(key, benchmark.path(key).asText()));
        benchmark
                .path("params")
                .properties()
                .forEach(one -> settings.put(one.getKey(), one.getValue().asText()));
        int repeat = 0;
        for (int fork = 0; fork < forks.size(); fork++) {
            for (JsonNode score : forks.get(fork)) {
                double seconds =
                        isTime ? score.asDouble() * SECONDS.get(unit[0]) : SECONDS.get(unit[1]) / score.asDouble();
                if (!(seconds > 0) || Double.isInfinite(seconds)) {
                    results.refuse("a score of " + name + " is " + score + ", and must be more than 0");
                    continue;
                }
                repeat++;
                results.add(results.begin(name, settings)
                        .finished(Optional.empty(), seconds)
                        .position(new Position(repeat, total, 1, repeat, 0, fork + 1)));
            }
        }
    }
}
