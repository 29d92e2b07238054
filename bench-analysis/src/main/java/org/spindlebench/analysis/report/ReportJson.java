package org.spindlebench.analysis.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.VarianceComponents;

/**
 * Writes {@code report.json}. Other programs rely on its format, so it is separate from the findings' types. Values
 * that do not exist are omitted.
 */
final class ReportJson {
    static final int SCHEMA = 1;

    private final Findings findings;
    private final Map<Subject, String> ids = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    private ReportJson(Findings findings) {
        this.findings = findings;
    }

    static JsonObject of(Findings findings) {
        return new ReportJson(findings).report();
    }

    private JsonObject report() {
        String figure = findings.options().study().figure();
        JsonObject json = new JsonObject()
                .with("schema", SCHEMA)
                .with("confidence", findings.options().confidence())
                .with("baseline", findings.baseline())
                .with("campaigns", findings.campaigns())
                .with(
                        "cells",
                        findings.cells().stream()
                                .map(cell -> CellJson.of(id(cell.subject()), cell))
                                .toList())
                .with(
                        "comparisons",
                        findings.comparisons().map(FindingsJson::comparison).toList())
                .list("suite", findings.suites(), FindingsJson::suite)
                .list("mix", findings.mixes(), FindingsJson::mix)
                .list("sweeps", findings.sweeps(), FindingsJson::sweep)
                .list(
                        "best",
                        findings.best(),
                        one -> BestText.json(one, findings.options().confidence()));
        if (!findings.options().interactions().isEmpty()) {
            json.list("interactions", findings.interactions(), FindingsJson::interaction);
        }
        json.list("marginals", findings.marginals(), FindingsJson::marginal)
                .list("drift", findings.drifts(), FindingsJson::drift)
                .with(
                        "variation",
                        findings.variation().map(ReportJson::variation).orElse(null))
                .with("tasks", tasks())
                .with("io", DeviceTables.json(findings, this::id))
                .with("throughput", ThroughputTables.json(findings, this::id));
        putOfSomeRuns(json);
        return conclusions(json)
                .with("figure", figure.isEmpty() ? null : figure)
                .with("warnings", warnings());
    }

    /** Adds costs, the hypotheses' judgements and the printed results of others. */
    private JsonObject conclusions(JsonObject json) {
        if (findings.cost() == null) {
            json.with("cost", List.of()).with("quadrants", List.of()).with("equal_cost", List.of());
        } else {
            CostJson.put(findings.cost(), json);
        }
        if (!findings.judgements().isEmpty()) {
            json.list("hypotheses", findings.judgements(), HypothesisJson::of);
        }
        List<JsonObject> printed = PrintedText.json(findings);
        if (!printed.isEmpty()) {
            json.with("references", printed);
        }
        return json;
    }

    /** Adds the lists about kinds of runs that few campaigns have. */
    private void putOfSomeRuns(JsonObject json) {
        if (findings.cells().stream().anyMatch(cell -> cell.programs() != null)) {
            json.with("programs", ProgramTables.json(findings, this::id));
        }
        if (!findings.workloads().isEmpty()) {
            json.with("workloads", WorkloadTables.json(findings));
        }
        if (!findings.rebuilds().isEmpty()) {
            json.with("rebuilds", RebuildTables.json(findings));
        }
    }

    /** Returns the coefficients of variation between visits and within them. */
    private static JsonObject variation(VarianceComponents parts) {
        return new JsonObject()
                .with("between_visits", Math.sqrt(parts.between()))
                .with("within_visits", Math.sqrt(parts.within()))
                .with("share_between", parts.shareBetween())
                .with("visit_df", parts.visitDf())
                .with("run_df", parts.runDf());
    }

    private List<JsonObject> tasks() {
        return findings.cells().stream()
                .filter(cell -> cell.tasks() != null)
                .map(cell -> CellJson.tasks(id(cell.subject()), cell))
                .toList();
    }

    /** Returns each warning once, with the ids of all cells that the warning is about. */
    private List<JsonObject> warnings() {
        Map<Warning, Set<String>> cells = new LinkedHashMap<>();
        for (CellWarning doubt : findings.doubts()) {
            Set<String> about = cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>());
            doubt.cells().forEach(subject -> about.add(id(subject)));
        }
        findings.comparisons().forEach(comparison -> comparison.warnings().forEach(warning -> {
            Set<String> about = cells.computeIfAbsent(warning, key -> new LinkedHashSet<>());
            about.add(id(comparison.baseline().subject()));
            about.add(id(comparison.contender().subject()));
        }));
        if (findings.cost() != null) {
            findings.cost().warnings().forEach(warning -> cells.computeIfAbsent(warning, key -> new LinkedHashSet<>()));
        }
        return cells.entrySet().stream()
                .map(entry -> new JsonObject()
                        .with("code", entry.getKey().code())
                        .with("message", entry.getKey().message())
                        .with("cells", entry.getValue()))
                .toList();
    }

    /** Returns a cell's short name: job and setup, and a number if an earlier cell has the same. */
    private String id(Subject subject) {
        return ids.computeIfAbsent(subject, key -> {
            String name = key.job() + "@" + key.setup();
            int count = counts.merge(name, 1, Integer::sum);
            return count == 1 ? name : name + "#" + count;
        });
    }
}
