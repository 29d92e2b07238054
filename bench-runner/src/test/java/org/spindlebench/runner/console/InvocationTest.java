package org.spindlebench.runner.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.campaign.CampaignConsole;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.PlanFile;

class InvocationTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "org.apache.hadoop.util.RunJar target/bench-runner.jar run --suite quick|hadoop jar target/bench-runner.jar",
                "org.apache.hadoop.util.RunJar bench-runner.jar|hadoop jar bench-runner.jar",
                "some-tool.jar plan --suite quick|spindle",
                "org.spindlebench.launcher.Launcher plan --out a.jar|spindle",
                "''|spindle"
            })
    void aCommandBeginsAsThisProgramWasStarted(String javaCommand, String program) {
        assertThat(Invocation.program(Map.of(), javaCommand)).isEqualTo(program);
        assertThat(Invocation.program(Map.of(Invocation.JAVA_COMMAND, javaCommand), "other"))
                .isEqualTo(program);
    }

    @Test
    void theScriptSaysHowItWasCalled() {
        assertThat(Invocation.program(Map.of(Invocation.COMMAND, "bin/spindle"), "x.jar"))
                .isEqualTo("bin/spindle");
        assertThat(Invocation.program(Map.of(Invocation.COMMAND, "/my tools/spindle"), ""))
                .isEqualTo("'/my tools/spindle'");
    }

    @Test
    void aShellReadsTheArgumentsAsTheyWereMeant() throws IOException, InterruptedException {
        List<String> arguments = List.of("report", "results/it's a \"run\"", "$HOME;ls", "a=b", "*", "");
        String line = Invocation.of(arguments).replaceFirst("^spindle", "printf '%s\\\\n'");

        Process shell =
                new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).isZero();
        assertThat(printed).isEqualTo(String.join("\n", arguments) + "\n");
    }

    @Test
    void aCampaignGoesOnWithTheCommandThatBeganIt() {
        assertThat(Invocation.resuming("quick-1", begun("--suite", "quick", "-D", "io.sort.mb=7", "--cold", "local")))
                .isEqualTo("spindle run --suite quick --cold local -D mapreduce.task.io.sort.mb=7 --resume quick-1");
        assertThat(Invocation.resuming("quick-1", begun("run", "--resume", "quick-1", "--out", "o")))
                .isEqualTo("spindle run --out o --resume quick-1");
        assertThat(Invocation.resuming("quick-1", begun("run", "--resume", "--out", "o")))
                .isEqualTo("spindle run --out o --resume quick-1");
        assertThat(Invocation.resuming("quick-1", begun("run", "--out", "o", "--resume=quick-1")))
                .isEqualTo("spindle run --out o --resume quick-1");
    }

    @Test
    void whatIsPrintedGoesOnWithTheCampaign() throws IOException {
        Session session = new Session(directory);
        session.run("--suite", "quick", "--jobs", "terasort", "--embedded", "--repeats", "2");
        CampaignRequest begun = session.actions.runs.get(0);
        Files.createDirectories(begun.directory().root());
        Files.writeString(begun.directory().plan(), PlanFile.json(begun.plan()));
        String line = new CampaignConsole(begun, System.out).resume();

        Session again = new Session(directory);
        again.run(line.replaceFirst("^spindle ", "").split(" "));

        assertThat(again.err()).isEmpty();
        assertThat(again.actions.runs).singleElement().satisfies(request -> {
            assertThat(request.options().resumed()).isTrue();
            assertThat(request.plan()).isEqualTo(begun.plan());
            assertThat(request.options().cluster()).isEqualTo(begun.options().cluster());
        });
    }

    private static GenericOptions begun(String... arguments) {
        return GenericOptions.extract(List.of(arguments), new Problems());
    }
}
