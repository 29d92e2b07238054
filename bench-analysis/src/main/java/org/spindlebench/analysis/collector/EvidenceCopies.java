package org.spindlebench.analysis.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Warning;

/** Copies of records with more evidence. */
public final class EvidenceCopies {
    private static final String INCOMPLETE = "evidence-incomplete";

    private EvidenceCopies() {}

    /** The record for another directory, beside which there are no files of samples. */
    public static RunRecord without(RunRecord run) {
        Evidence own = run.evidence();
        return run.watched(own == null ? null : own.withoutSamples(), run.warnings());
    }

    /**
     * The record with evidence of other nodes than it has already. A node that it names as missing, and that is there now, is missing
     * no more.
     *
     * @throws InvalidDocumentException if the record has evidence of one of the nodes
     */
    public static RunRecord with(RunRecord run, Evidence more) {
        Evidence own = run.evidence();
        if (own == null) {
            return run.watched(more, warnings(run, more.missing()));
        }
        more.nodes().forEach(node -> refuseTwice(run, own, node.node()));
        List<NodeFigures> nodes =
                Stream.concat(own.nodes().stream(), more.nodes().stream()).toList();
        List<String> missing = new ArrayList<>(own.missing());
        missing.removeIf(name -> more.nodes().stream().anyMatch(node -> isSame(name, node.node())));
        more.missing().stream()
                .filter(name -> own.nodes().stream().noneMatch(node -> isSame(name, node.node())))
                .filter(name -> missing.stream().noneMatch(other -> isSame(name, other)))
                .forEach(missing::add);
        String probe = own.probe() + ", " + more.probe();
        boolean both = own.probe() != null && !List.of(own.probe().split(", ")).contains(more.probe());
        Evidence merged = new Evidence(both ? probe : own.probe(), nodes, missing, own.layout(), own.proofs(), null);
        return run.watched(merged, warnings(run, missing));
    }

    private static void refuseTwice(RunRecord run, Evidence own, String node) {
        if (own.nodes().stream().anyMatch(other -> isSame(other.node(), node))) {
            throw new InvalidDocumentException("run " + run.identity().run() + " of campaign "
                    + run.identity().campaign() + " has evidence of node " + node + " already (" + own.probe()
                    + "); leave out the files of that node");
        }
    }

    /** Whether two names are of one host: the same, or one of them with its domain. */
    private static boolean isSame(String one, String other) {
        return one.equalsIgnoreCase(other) || isShort(one, other) || isShort(other, one);
    }

    private static boolean isShort(String name, String whole) {
        return whole.regionMatches(true, 0, name + ".", 0, name.length() + 1);
    }

    private static List<Warning> warnings(RunRecord run, List<String> missing) {
        List<Warning> warnings = new ArrayList<>(run.warnings());
        warnings.removeIf(warning -> warning.code().equals(INCOMPLETE));
        if (!missing.isEmpty()) {
            warnings.add(new Warning(
                    INCOMPLETE,
                    "not watched from the job's begin to its end: " + String.join(", ", missing)
                            + ". What these nodes and their devices did is not, or not all, in the figures"));
        }
        return warnings;
    }
}
