package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.control.NativeLibraries;
import org.spindlebench.jobs.control.TaskCheck.CodecTrial;
import org.spindlebench.runner.conf.Compression;

/**
 * Judges the native libraries that the probe found on every node. A node without a library computes the same results in
 * Java, and only takes longer.
 *
 * @param problems codecs that fail on some nodes and work on others
 * @param warnings computations that are in Java, or that differ between nodes
 */
public record NodeLibraries(List<String> problems, List<Warning> warnings) {
    private static final String REMEDY = "; install Hadoop's native libraries there (`hadoop checknative` lists them)";

    /** The compressor of Hadoop's bzip2 without its library. The other codecs in Java use a library of the JVM. */
    private static final String BZIP2_IN_JAVA = "BZip2DummyCompressor";

    public NodeLibraries {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** @param erasureCodes whether runs read or write files with erasure codes */
    public static NodeLibraries of(List<NodeLayout> layouts, boolean erasureCodes) {
        List<String> problems = new ArrayList<>();
        List<Warning> warnings = new ArrayList<>();
        differing("Hadoop's own library", nodes(NativeLibraries.HADOOP, layouts), warnings);
        if (erasureCodes) {
            inJava(
                    "erasure codes are",
                    nodes(NativeLibraries.ERASURE_CODES, layouts).get("false"),
                    warnings);
        }
        inJava("checksums are", nodes(NativeLibraries.CHECKSUMS, layouts).get(NativeLibraries.JAVA), warnings);
        layouts.stream()
                .flatMap(layout -> layout.settings().keySet().stream())
                .filter(name -> name.startsWith(NativeLibraries.CODEC))
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(name -> codec(
                        "compression " + Compression.labelOfCodec(name.substring(NativeLibraries.CODEC.length())),
                        nodes(name, layouts),
                        problems,
                        warnings));
        return new NodeLibraries(problems, warnings);
    }

    /** Returns the nodes with each value of a finding. */
    private static SortedMap<String, SortedSet<String>> nodes(String name, List<NodeLayout> layouts) {
        SortedMap<String, SortedSet<String>> nodes = new TreeMap<>();
        for (NodeLayout layout : layouts) {
            String value = layout.settings().get(name);
            if (value != null) {
                nodes.computeIfAbsent(value, any -> new TreeSet<>()).add(layout.node());
            }
        }
        return nodes;
    }

    /**
     * Judges a codec. If it fails on all nodes, the probe may lack classes that tasks have, so the job of one map
     * decides.
     */
    private static void codec(
            String label, SortedMap<String, SortedSet<String>> nodes, List<String> problems, List<Warning> warnings) {
        SortedMap<String, SortedSet<String>> failing = new TreeMap<>(nodes);
        failing.keySet().removeIf(value -> !value.startsWith(CodecTrial.FAILS));
        if (failing.isEmpty()) {
            inJava(label + " is", nodes.get(BZIP2_IN_JAVA), warnings);
            differing(label, nodes, warnings);
        } else if (failing.size() < nodes.size()) {
            problems.add(label + " works on some nodes only; it " + FewNames.perValue(failing) + REMEDY
                    + ", or use another compression");
        }
    }

    private static void inJava(String what, Collection<String> nodes, List<Warning> warnings) {
        if (nodes != null) {
            warnings.add(new Warning(
                    "native-libraries",
                    what + " computed in Java on " + FewNames.of(nodes) + ", which takes more of the processors' time"
                            + REMEDY));
        }
    }

    private static void differing(String what, SortedMap<String, SortedSet<String>> nodes, List<Warning> warnings) {
        if (nodes.size() > 1) {
            warnings.add(new Warning(
                    "native-libraries", "nodes differ in " + what + ": " + FewNames.perValue(nodes) + REMEDY));
        }
    }
}
