package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;

class LabelSetupTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() throws IOException {
        session = new Session(directory);
        for (String name : List.of("hdd", "ssd")) {
            Files.writeString(directory.resolve(name + ".yaml"), """
                    name: %s
                    devices:
                      disk: {kind: %s, count: 1}
                    hdfs: disk
                    shuffle: disk
                    way: {kind: label, label: %s}
                    """.formatted(name, name, name));
        }
    }

    @Test
    void theLabelOfASetupIsThatOfItsFile() {
        session.run("run", "--suite", "quick", "--setup", "ssd.yaml");
        assertThat(session.err()).isEmpty();
        assertThat(session.actions.runs.get(0).setups().get(0).nodeLabel()).contains(new NodeLabel("ssd"));
    }

    @Test
    void aPlanShowsTheWayOfItsSetup() {
        session.run("plan", "--suite", "quick", "--setup", "ssd.yaml");
        assertThat(session.out().lines()).contains("setup      ssd", "way        label (Spindle)");
    }

    @Test
    void anExperimentOfLabelsIsOneOfDifferentMachines() {
        session.run("plan", "--suite", "quick", "--setup", "hdd.yaml", "--setup", "ssd.yaml");
        assertThat(session.out())
                .contains(
                        "warning    different-machines: node labels or lists of hosts choose the machines of hdd, ssd: ")
                .contains("A/A")
                .contains("crossover");
    }

    @Test
    void listsOfHostsAreDifferentMachinesOnlyIfTheyDiffer() throws IOException {
        onHosts("hdd", "a, b");
        onHosts("ssd", "b, a");
        session.run("plan", "--suite", "quick", "--setup", "hdd.yaml", "--setup", "ssd.yaml");
        assertThat(session.out()).contains("hdd").doesNotContain("different-machines");
        onHosts("ssd", "c, d");
        session.run("plan", "--suite", "quick", "--setup", "hdd.yaml", "--setup", "ssd.yaml");
        assertThat(session.out())
                .contains("different-machines: node labels or lists of hosts choose the machines of hdd, ssd: ");
    }

    private void onHosts(String name, String hosts) throws IOException {
        Path file = directory.resolve(name + ".yaml");
        String asIs = Files.readString(file).replaceAll("(?s)(nodes|way):.*", "");
        Files.writeString(file, asIs + "nodes: {hosts: [" + hosts + "]}\nway: {kind: as-is}\n");
    }

    @Test
    void anEmbeddedClusterHasNoLabels() {
        assertThat(session.run("run", "--suite", "quick", "--setup", "ssd.yaml", "--embedded"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--embedded: the setup is for a running cluster");
    }
}
