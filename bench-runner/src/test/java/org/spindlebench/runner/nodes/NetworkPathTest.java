package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Warning;

class NetworkPathTest {
    private static final long MB = 1_000_000;

    private final List<Check> checks = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();

    private static NodeLayout.NetworkAdapter link(String name, boolean physical, String... on) {
        return new NodeLayout.NetworkAdapter(name, null, null, physical, List.of(on));
    }

    private static NodeLoad.InterfaceTraffic moved(String name, long megabytes) {
        return new NodeLoad.InterfaceTraffic(name, megabytes * MB / 2, megabytes * MB / 2);
    }

    private static NodeLoad figures(String node, NodeLoad.InterfaceTraffic... moved) {
        return new NodeLoad(node, null, null, 2, null, null, List.of(moved), null, null, null, null, null);
    }

    private static NodeLayout layout(String node, List<NodeLayout.NetworkAdapter> links) {
        return new NodeLayout(node, null, null, null, null, null, links, null, null, null, null, null);
    }

    private void check(String declared, List<NodeLayout.NetworkAdapter> links, NodeLoad... nodes) {
        check(declared, links, List.of(), nodes);
    }

    private void check(
            String declared, List<NodeLayout.NetworkAdapter> links, List<String> missing, NodeLoad... nodes) {
        checks.clear();
        warnings.clear();
        List<NodeLayout> layouts = new ArrayList<>();
        for (NodeLoad node : nodes) {
            layouts.add(layout(node.node(), links));
        }
        NodeMetrics section = new NodeMetrics("yarn", List.of(nodes), missing, layouts, null, null);
        NetworkPath.check(declared, new NodeEvidence(section, null, List.of()), checks::add, warnings::add);
    }

    private static final List<NodeLayout.NetworkAdapter> TWO =
            List.of(link("lo", false), link("eth0", true), link("ib0", true));

    @Test
    void whatTheDeclaredInterfaceCarriedIsAsDeclared() {
        check("ib0", TWO, figures("n1", moved("lo", 5000), moved("ib0", 900), moved("eth0", 100)));
        assertThat(checks).containsExactly(new Check("network of the setup", "ib0", "ib0", true));
        assertThat(warnings).isEmpty();
    }

    @Test
    void aRunWhoseTrafficWentElsewhereIsInvalidAndTheOtherInterfaceNamed() {
        check("ib0", TWO, figures("n1", moved("ib0", 900)), figures("n2", moved("ib0", 10), moved("eth0", 990)));
        assertThat(checks)
                .containsExactly(new Check("network of the setup", "ib0", "n2: 1 % of 1000 MB; eth0 990 MB", false));
        check("ib0", TWO, figures("n1", moved("eth0", 990)));
        assertThat(checks).extracting(Check::passed).containsExactly(false);
    }

    @Test
    void littleTrafficAndNodesThatNobodyWatchedSayNothing() {
        check("eth0", TWO, figures("n1", moved("lo", 5000), moved("eth0", 9)));
        assertThat(checks).isEmpty();
        assertThat(warnings).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("network-unverified");
            assertThat(warning.message()).contains("eth0", "n1", "at most 10 MB");
        });
        check("eth0", TWO, List.of("n2"), figures("n1", moved("eth0", 900)));
        assertThat(checks).extracting(Check::passed).containsExactly(true);
        assertThat(warnings).singleElement().satisfies(warning -> assertThat(warning.message())
                .contains("n2"));
        check("eth0", List.of(), figures("n1", moved("eth0", 900)));
        assertThat(checks).isEmpty();
        NetworkPath.check("eth0", null, checks::add, warnings::add);
        assertThat(warnings).last().satisfies(warning -> assertThat(warning.message())
                .contains("there was no probe"));
    }

    @Test
    void withoutADeclaredInterfaceNothingIsChecked() {
        check(null, TWO, figures("n1", moved("eth0", 900)));
        assertThat(checks).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void anInterfaceThatCameOrWentIsNotKnown() {
        check("ib0", TWO, figures("n1", moved("ib0", 900), new NodeLoad.InterfaceTraffic("eth0", null, null)));
        assertThat(checks).isEmpty();
        assertThat(warnings).hasSize(1);
    }

    @Test
    void partsOfABondAreNotCountedBesideIt() {
        List<NodeLayout.NetworkAdapter> bonded = List.of(
                link("bond0", false, "eth0", "eth1"), link("eth0", true), link("eth1", true), link("ib0", true));
        NodeLoad.InterfaceTraffic[] all = {moved("bond0", 900), moved("eth0", 450), moved("eth1", 450), moved("ib0", 20)
        };
        check("bond0", bonded, figures("n1", all));
        assertThat(checks).extracting(Check::passed).containsExactly(true);
        check("ib0", bonded, figures("n1", all));
        assertThat(checks).extracting(Check::actual).containsExactly("n1: 2 % of 920 MB; bond0 900 MB");
        check("eth0", bonded, figures("n1", all));
        assertThat(checks).extracting(Check::actual).containsExactly("n1: 49 % of 920 MB; eth1 450 MB");
    }

    @Test
    void bridgesAndVirtualInterfacesAreNotCountedBesideTheHardware() {
        List<NodeLayout.NetworkAdapter> bridged = List.of(
                link("br0", false, "eth0", "veth1"),
                link("eth0", true),
                link("veth1", false),
                link("eth0.7", false, "eth0"),
                link("tun0", false));
        NodeLoad.InterfaceTraffic[] all = {
            moved("br0", 900), moved("eth0", 950), moved("veth1", 500), moved("tun0", 930)
        };
        check("br0", bridged, figures("n1", all));
        assertThat(checks).extracting(Check::passed).containsExactly(true);
        check("eth0", bridged, figures("n1", all));
        assertThat(checks).extracting(Check::passed).containsExactly(true);
        check("tun0", bridged, figures("n1", all));
        assertThat(checks).extracting(Check::passed).containsExactly(true);
        check("eth0.7", bridged, figures("n1", moved("eth0.7", 10), moved("eth0", 950), moved("br0", 900)));
        assertThat(checks).extracting(Check::actual).containsExactly("n1: 1 % of 910 MB; br0 900 MB");
    }

    @Test
    void inAContainerWithoutHardwareItsOwnInterfacesCount() {
        List<NodeLayout.NetworkAdapter> inside = List.of(link("lo", false), link("eth0", false), link("eth1", false));
        check("eth0", inside, figures("n1", moved("eth0", 100), moved("eth1", 900)));
        assertThat(checks).extracting(Check::passed).containsExactly(false);
    }
}
