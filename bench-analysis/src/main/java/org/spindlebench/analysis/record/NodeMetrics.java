package org.spindlebench.analysis.record;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs;

/**
 * The load of the nodes and of their devices from YARN's acceptance of the job to its end.
 *
 * @param probe how the nodes were sampled, such as {@code local}
 * @param missing nodes whose samples do not cover the whole job; may be empty
 * @param layout the nodes' hardware and the devices of their directories; empty if unknown
 * @param proofs the verdicts on these numbers, role by role; null for a job that did not succeed
 * @param samples the file of all samples, in the directory of the record; null if there is none
 * @param limits what set the pace of the job; null without samples, and in records of earlier versions
 */
public record NodeMetrics(
        String probe,
        List<NodeLoad> nodes,
        List<String> missing,
        List<NodeLayout> layout,
        Proofs proofs,
        String samples,
        LimitShares limits) {
    public NodeMetrics {
        layout = layout == null ? List.of() : List.copyOf(layout);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        missing = missing == null ? List.of() : List.copyOf(missing);
    }

    /** Makes metrics of a run before it is known what limited it. */
    public NodeMetrics(
            String probe,
            List<NodeLoad> nodes,
            List<String> missing,
            List<NodeLayout> layout,
            Proofs proofs,
            String samples) {
        this(probe, nodes, missing, layout, proofs, samples, null);
    }

    /** Returns a copy that names no file of samples, for a record without such a file beside it. */
    public NodeMetrics withoutSamples() {
        return new NodeMetrics(probe, nodes, missing, layout, proofs, null, limits);
    }

    public NodeMetrics with(Proofs found) {
        return new NodeMetrics(probe, nodes, missing, layout, found, samples, limits);
    }

    public NodeMetrics limitedBy(LimitShares found) {
        return new NodeMetrics(probe, nodes, missing, layout, proofs, samples, found);
    }

    /** Finds the sample files that a record names. They must be in the record's directory. */
    public static final class NodeSampleFiles {
        private NodeSampleFiles() {}

        /**
         * Returns the path of the file with this name, even if there is no such file.
         *
         * @param folder the record's directory
         * @param name the file's name in the record
         * @throws InvalidDocumentException if the name is a path, because a record must not lead elsewhere
         */
        public static Path beside(Path folder, String name) {
            if (!isFileName(name)) {
                throw new InvalidDocumentException(
                        "its samples are '" + name + "', but must be a file next to the record");
            }
            return folder.resolve(name);
        }

        private static boolean isFileName(String name) {
            try {
                Path path = Path.of(name);
                return path.equals(path.getFileName())
                        && !path.normalize().toString().isEmpty()
                        && !name.equals("..");
            } catch (InvalidPathException e) {
                return false;
            }
        }
    }
}
