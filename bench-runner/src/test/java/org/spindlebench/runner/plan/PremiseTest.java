package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.plan.ExperimentPrinter.Premise;
import org.spindlebench.runner.plan.SetupFacts.FillLevel;

class PremiseTest {
    @Test
    void thePapersSsdAndElevenDisksHaveEqualBandwidthAtDifferentCost() throws IOException {
        assertThat(Premise.of(shipped("hdd-11", "ssd")))
                .isEqualTo(new Premise(Premise.Agreement.EQUAL, Premise.Agreement.DIFFERENT));
    }

    @Test
    void sixAndElevenDisksHaveNeitherInCommon() throws IOException {
        assertThat(Premise.of(shipped("hdd-6", "hdd-11")).describe())
                .isEqualTo("neither equal bandwidth nor equal cost (alike: within 10 %)");
    }

    @Test
    void oneDirectoryOrTenOnTheSameDevicesIsBoth() throws IOException {
        assertThat(Premise.of(shipped("hybrid", "hybrid-split")).describe()).startsWith("equal bandwidth, equal cost");
    }

    @Test
    void whatIsNotStatedIsNotGuessed() {
        List<SetupFacts> setups = List.of(
                figures("{kind: hdd, count: 1, price: 10}"),
                figures("{kind: hdd, count: 1, bandwidth: 100MB/s, price: 10}"));

        assertThat(Premise.of(setups)).isEqualTo(new Premise(Premise.Agreement.NOT_STATED, Premise.Agreement.EQUAL));
    }

    @Test
    void theSplitSsdOfThePaperIsFullFirst() throws IOException {
        // 16 directories: 10 on the SSD of 1.3 TB, one on each of 6 disks of 2 TB.
        assertThat(shipped("hybrid-split").get(0).fill())
                .containsExactly(
                        new FillLevel("hdd", 1.0 / 16, 32_000_000_000_000L),
                        new FillLevel("ssd", 10.0 / 16, 2_080_000_000_000L));
        assertThat(shipped("hdd-6").get(0).fill()).isEmpty();
    }

    private static SetupFacts figures(String device) {
        return of("mine.yaml", """
                name: mine
                currency: EUR
                devices:
                  disk: %s
                hdfs: disk
                shuffle: disk
                way: {kind: as-is}
                """.formatted(device));
    }

    private static List<SetupFacts> shipped(String... names) throws IOException {
        List<SetupFacts> setups = new ArrayList<>();
        for (String name : names) {
            Path file = Path.of("..", "conf", "setups", name + ".yaml");
            setups.add(of(file.toString(), Files.readString(file)));
        }
        return setups;
    }

    private static SetupFacts of(String source, String text) {
        Problems problems = new Problems();
        return SetupFacts.of(
                SetupReader.read(source, text, problems).orElseThrow(() -> new AssertionError(problems.report(""))), 3);
    }
}
