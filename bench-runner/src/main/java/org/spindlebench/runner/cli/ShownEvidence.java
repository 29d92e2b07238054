package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.plan.MeasuredSetup;
import org.spindlebench.runner.plan.MeasuredSetups;

/** What a page shows besides findings: single runs of the results, and what {@code devices --setup} kept beside them. */
final class ShownEvidence {
    private ShownEvidence() {}

    /** What cannot be read is said, and left out: the figures do not depend on it. */
    static RunEvidence of(Collection<Path> results, Findings findings, PrintStream err) {
        RunEvidence evidence = RunEvidence.read(results, findings).with(measured(results, err));
        evidence.problems().forEach(problem -> err.println("warning: not drawn: " + problem));
        return evidence;
    }

    /** Of the directories in which the results lie, which is where {@code devices} writes and {@code plan} reads; of a setup the latest. */
    private static List<SetupBandwidth> measured(Collection<Path> results, PrintStream err) {
        Set<Path> files = new LinkedHashSet<>();
        results.forEach(one -> files.add(one.toAbsolutePath().normalize().resolveSibling(MeasuredSetups.FILE)));
        Map<String, MeasuredSetup> latest = new LinkedHashMap<>();
        for (Path file : files) {
            try {
                MeasuredSetups.read(file).setups().forEach(one -> latest.merge(one.setup(), one, ShownEvidence::later));
            } catch (IOException | InvalidDocumentException e) {
                err.println("warning: what devices were measured to do is not drawn: " + e.getMessage());
            }
        }
        List<SetupBandwidth> bandwidths = new ArrayList<>();
        latest.values().forEach(one -> bandwidths.add(one.bandwidths()));
        return bandwidths;
    }

    private static MeasuredSetup later(MeasuredSetup one, MeasuredSetup other) {
        return one.measured() != null
                        && (other.measured() == null || !other.measured().isAfter(one.measured()))
                ? one
                : other;
    }
}
