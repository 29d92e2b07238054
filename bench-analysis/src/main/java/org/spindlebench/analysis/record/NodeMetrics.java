package org.spindlebench.analysis.record;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.Proofs;

/**
 * What the nodes and their devices did while the job ran, from YARN's acceptance of it to its end.
 *
 * @param probe how they were watched: {@code local}
 * @param nodes those that were watched
 * @param missing nodes that were to be watched and whose samples do not reach over the whole job; empty where none is missing
 * @param layout what the nodes are made of and what their directories lie on; empty where nobody looked
 * @param proofs what these figures say role by role, and what they prove; null of a job that did not succeed
 * @param samples file beside the record with every sample; null where there is none
 */
public record NodeMetrics(
        String probe,
        List<NodeFigures> nodes,
        List<String> missing,
        List<NodeLayout> layout,
        Proofs proofs,
        String samples) {
    public NodeMetrics {
        layout = layout == null ? List.of() : List.copyOf(layout);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        missing = missing == null ? List.of() : List.copyOf(missing);
    }

    /** Of a collector that does not look at what nodes are made of. */
    public NodeMetrics(String probe, List<NodeFigures> nodes, List<String> missing, String samples) {
        this(probe, nodes, missing, null, null, samples);
    }

    /** The same without the file of samples: for a record beside which there is none. */
    public NodeMetrics withoutSamples() {
        return new NodeMetrics(probe, nodes, missing, layout, proofs, null);
    }

    /** The same with what its figures prove. */
    public NodeMetrics with(Proofs found) {
        return new NodeMetrics(probe, nodes, missing, layout, found, samples);
    }

    /** Finds the files of samples that records name ({@link NodeMetrics#samples()}, {@link Throughput#samples()}). They are in the directory of their record only. */
    public static final class SampleFiles {
        private SampleFiles() {}

        /**
         * The file of that name, whether or not it is there.
         *
         * @param folder in which the record lies
         * @param name as the record has it
         * @throws InvalidDocumentException if that is no name of a file, but a path: a record must not lead elsewhere
         */
        public static Path beside(Path folder, String name) {
            if (!isFileName(name)) {
                throw new InvalidDocumentException(
                        "its samples are '" + name + "', and must be a file beside the record");
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
