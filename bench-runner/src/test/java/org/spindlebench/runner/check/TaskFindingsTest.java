package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Fixtures;

class TaskFindingsTest {
    private static final String LZ4 = "org.apache.hadoop.io.compress.Lz4Codec";

    private static TaskFindings findings(Map<String, String> configuration) {
        RunSpec plain = Fixtures.spec(1, "terasort", 500);
        RunSpec spec = new RunSpec(plain.id(), 1, 1, 1, "terasort", plain.size(), plain.settings(), configuration);
        return new TaskFindings("c", List.of(spec), Fixtures.sizing(Fixtures.shape(3)));
    }

    private static List<String> problems(String kind, String subject, String finding) {
        List<String> problems = new ArrayList<>();
        findings(Map.of("mapreduce.task.io.sort.mb", "256")).problem(kind, subject, finding, problems);
        return problems;
    }

    @Test
    void onlyCodecsThatArePlannedAreTried() {
        assertThat(findings(Map.of("mapreduce.map.output.compress", "false")).hasCodecs())
                .isFalse();
        assertThat(findings(Map.of("mapreduce.map.output.compress", "true")).hasCodecs())
                .isTrue();
        assertThat(findings(Map.of("mapreduce.output.fileoutputformat.compress", "true"))
                        .hasCodecs())
                .isTrue();
    }

    @Test
    void aCodecThatFailsIsNamedByTheWordOfTheSuiteWithTheReason() {
        assertThat(problems("codec", LZ4, "works")).isEmpty();
        assertThat(problems("codec", LZ4, "java.lang.ClassNotFoundException: net.jpountz.lz4.LZ4Factory"))
                .singleElement()
                .asString()
                .startsWith("compression lz4: ")
                .contains("LZ4Factory")
                .contains("checknative");
    }

    @Test
    void aSettingThatTheNodesHoldFinalIsAProblemOnlyAtAnotherValue() {
        assertThat(problems("final", "mapreduce.task.io.sort.mb", "256")).isEmpty();
        assertThat(problems("final", "mapreduce.task.io.sort.mb", "100"))
                .singleElement()
                .asString()
                .startsWith(
                        "mapreduce.task.io.sort.mb: 256 is asked for, but the nodes declare it final with the value 100");
    }
}
