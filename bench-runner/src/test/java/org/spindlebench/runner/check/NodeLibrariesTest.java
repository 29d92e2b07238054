package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.control.NativeLibraries;

class NodeLibrariesTest {
    private static final String SNAPPY = NativeLibraries.CODEC + "org.apache.hadoop.io.compress.SnappyCodec";
    private static final String BZIP2 = NativeLibraries.CODEC + "org.apache.hadoop.io.compress.BZip2Codec";
    private static final String MISSING = "fails: java.lang.RuntimeException: native snappy library not available";

    private static final Map<String, String> COMPLETE = Map.of(
            NativeLibraries.HADOOP,
            "true",
            NativeLibraries.ERASURE_CODES,
            "true",
            NativeLibraries.CHECKSUMS,
            "native",
            SNAPPY,
            "SnappyCompressor",
            BZIP2,
            "Bzip2Compressor");

    private final List<NodeLayout> nodes = new ArrayList<>();

    /** Adds a node with all libraries, but for one finding. */
    private NodeLibrariesTest node(String name, String finding, String value) {
        TreeMap<String, String> settings = new TreeMap<>(COMPLETE);
        settings.put(finding, value);
        settings.put("vm.swappiness", name);
        nodes.add(new NodeLayout(name, null, null, null, null, null, null, null, null, null, settings, null));
        return this;
    }

    private NodeLibrariesTest node(String name) {
        return node(name, SNAPPY, COMPLETE.get(SNAPPY));
    }

    private List<String> warnings(boolean erasureCodes) {
        NodeLibraries libraries = NodeLibraries.of(nodes, erasureCodes);
        assertThat(libraries.problems()).isEmpty();
        assertThat(libraries.warnings()).extracting(Warning::code).allMatch("native-libraries"::equals);
        return libraries.warnings().stream().map(Warning::message).toList();
    }

    @Test
    void nodesWithEveryLibraryGiveNoWarning() {
        assertThat(node("a").node("b").warnings(true)).isEmpty();
    }

    @Test
    void aNodeWithoutHadoopsLibraryIsNamed() {
        assertThat(node("a").node("b", NativeLibraries.HADOOP, "false").warnings(false))
                .singleElement()
                .asString()
                .startsWith("nodes differ in Hadoop's own library: false on b; true on a; install");
    }

    @Test
    void whereNoNodeHasHadoopsLibraryNothingDiffers() {
        assertThat(node("a", NativeLibraries.HADOOP, "false")
                        .node("b", NativeLibraries.HADOOP, "false")
                        .warnings(false))
                .isEmpty();
    }

    @Test
    void erasureCodesInJavaMatterIfTheCampaignUsesThem() {
        node("a").node("b", NativeLibraries.ERASURE_CODES, "false");
        assertThat(warnings(false)).isEmpty();
        assertThat(warnings(true)).singleElement().asString().startsWith("erasure codes are computed in Java on b,");
    }

    @Test
    void checksumsInJavaMatterAlwaysAndThoseOfTheJvmDoNot() {
        assertThat(node("a", NativeLibraries.CHECKSUMS, "jvm").warnings(false)).isEmpty();
        assertThat(node("b", NativeLibraries.CHECKSUMS, "java").warnings(false))
                .singleElement()
                .asString()
                .startsWith("checksums are computed in Java on b,");
    }

    @Test
    void aCodecInJavaIsNamedAndSoAreNodesThatDiffer() {
        assertThat(node("a", BZIP2, "BZip2DummyCompressor")
                        .node("b", BZIP2, "BZip2DummyCompressor")
                        .warnings(false))
                .singleElement()
                .asString()
                .startsWith("compression bzip2 is computed in Java on a, b,");
        nodes.clear();
        assertThat(node("a").node("b", SNAPPY, "OtherCompressor").warnings(false))
                .singleElement()
                .asString()
                .startsWith("nodes differ in compression snappy: OtherCompressor on b; SnappyCompressor on a;");
    }

    @Test
    void aCodecThatFailsOnOneNodeIsRefusedAndOneThatFailsOnAllIsLeftToTheTaskCheck() {
        node("a").node("b", SNAPPY, MISSING);
        assertThat(NodeLibraries.of(nodes, false).problems())
                .singleElement()
                .asString()
                .startsWith("compression snappy works on some nodes only; it " + MISSING + " on b; install")
                .endsWith("or use another compression");
        nodes.clear();
        assertThat(node("a", SNAPPY, MISSING).node("b", SNAPPY, MISSING).warnings(false))
                .isEmpty();
    }
}
