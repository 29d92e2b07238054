package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.analysis.report.page.RunEvidence.EvidenceSource;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;

/**
 * Reads the data that the HTML report shows in addition to its findings: single runs, and the measurements that
 * {@code devices --setup} saved with the results.
 */
public final class ChartData {
    private ChartData() {}

    /**
     * Reads single runs, and measurements of devices, from results. Unreadable parts are omitted with a warning,
     * because the report's numbers do not depend on them.
     */
    public static RunEvidence of(Collection<Path> results, Findings findings, PrintStream err) {
        return telling(RunEvidence.read(results, findings).with(measured(results, err)), err);
    }

    /** Reads the data of two sides, each under its label, with the measurements of {@code devices}. */
    public static RunEvidence of(
            List<ComparedSide> sides, Predicate<RunRecord> where, Findings findings, PrintStream err) {
        List<EvidenceSource> sources =
                sides.stream().map(side -> side.source(where)).toList();
        return telling(RunEvidence.find(sources, findings).with(measuredOf(sides, err)), err);
    }

    private static RunEvidence telling(RunEvidence evidence, PrintStream err) {
        List<String> problems = evidence.problems();
        if (!problems.isEmpty()) {
            String others = problems.size() == 1 ? "" : "; and " + (problems.size() - 1) + " more";
            err.println("warning: not drawn: " + problems.get(0) + others);
        }
        return evidence;
    }

    private static List<SetupBandwidth> measuredOf(List<ComparedSide> sides, PrintStream err) {
        Map<Path, MeasuredSetups> files = new HashMap<>();
        List<SetupBandwidth> bandwidths = new ArrayList<>();
        sides.forEach(side -> files.computeIfAbsent(MeasuredSetups.beside(side.results()), file -> read(file, err))
                .of(side.setup().orElseThrow())
                .ifPresent(one -> bandwidths.add(one.bandwidths().named(side.label()))));
        return bandwidths;
    }

    /** Returns each setup's latest measurement from the results, where {@code devices} writes it. */
    private static List<SetupBandwidth> measured(Collection<Path> results, PrintStream err) {
        Set<Path> files = new LinkedHashSet<>();
        results.forEach(one -> files.add(MeasuredSetups.beside(one)));
        Map<String, MeasuredSetup> latest = new LinkedHashMap<>();
        files.forEach(
                file -> read(file, err).setups().forEach(one -> latest.merge(one.setup(), one, ChartData::later)));
        return latest.values().stream().map(MeasuredSetup::bandwidths).toList();
    }

    private static MeasuredSetups read(Path file, PrintStream err) {
        try {
            return MeasuredSetups.read(file);
        } catch (IOException | InvalidDocumentException e) {
            err.println("warning: no chart of measured devices: " + e.getMessage());
            return MeasuredSetups.NONE;
        }
    }

    private static MeasuredSetup later(MeasuredSetup one, MeasuredSetup other) {
        return one.measured() != null
                        && (other.measured() == null || !other.measured().isAfter(one.measured()))
                ? one
                : other;
    }
}
