package org.spindlebench.runner.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.campaign.CampaignConsole;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.cli.BegunCampaign;
import org.spindlebench.runner.cli.Session;

class CommandTextTest {
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
        assertThat(CommandText.program(Map.of(), javaCommand)).isEqualTo(program);
        assertThat(CommandText.program(Map.of(CommandText.JAVA_COMMAND, javaCommand), "other"))
                .isEqualTo(program);
    }

    @Test
    void theScriptSaysHowItWasCalled() {
        assertThat(CommandText.program(Map.of(CommandText.COMMAND, "bin/spindle"), "x.jar"))
                .isEqualTo("bin/spindle");
        assertThat(CommandText.program(Map.of(CommandText.COMMAND, "/my tools/spindle"), ""))
                .isEqualTo("'/my tools/spindle'");
    }

    @Test
    void aShellReadsTheArgumentsAsTheyWereMeant() throws IOException, InterruptedException {
        List<String> arguments = List.of("report", "results/it's a \"run\"", "$HOME;ls", "a=b", "*", "");
        String line = CommandText.of(arguments).replaceFirst("^spindle", "printf '%s\\\\n'");

        Process shell =
                new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).isZero();
        assertThat(printed).isEqualTo(String.join("\n", arguments) + "\n");
    }

    @Test
    void whatIsPrintedGoesOnWithTheCampaign() throws IOException {
        Session session = new Session(directory);
        session.write("site.xml", "<configuration/>");
        session.run(
                ("--suite quick --jobs terasort --embedded --repeats 2 --timeout 90s --share-host --yes --notify true"
                                + " --allow-setting mapreduce.map.java.opts -D mapreduce.task.timeout=7 -conf "
                                + directory.resolve("site.xml"))
                        .split(" "));
        CampaignRequest begun = session.actions.runs.get(0);
        BegunCampaign.write(begun);
        String line = new CampaignConsole(begun, System.out).resume();
        assertThat(line)
                .endsWith(" --allow-setting mapreduce.map.java.opts --timeout 90s --share-host --yes --notify true"
                        + " -conf " + directory.resolve("site.xml"));

        Session again = new Session(directory);
        again.run(line.replaceFirst("^spindle ", "").split(" "));

        assertThat(again.err()).isEmpty();
        assertThat(again.actions.runs).singleElement().satisfies(request -> {
            assertThat(request.options().isResumed()).isTrue();
            assertThat(request.plan()).isEqualTo(begun.plan());
            assertThat(request.options().embedded.wanted).isTrue();
            assertThat(request.options().notify).isEqualTo("true");
        });
    }
}
