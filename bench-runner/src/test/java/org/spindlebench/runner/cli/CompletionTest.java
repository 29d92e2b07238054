package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lets real shells complete command lines by the scripts that `completion` prints. */
class CompletionTest {
    private static final int LIMIT_SECONDS = 30;

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "re|report",
                "report --bas|--baseline",
                "run --embedded --sui|--suite",
                "--sui|--suite",
                "--embedded --sui|--suite",
                "run --suite qu|quick",
                "run -s qu|quick",
                "run --suite pap|paper paper-10x paper-10x-small paper-small",
                "run --repeats _|",
                "run --jobs wordc|wordcount",
                "plan --workload ex|example",
                "compare --undecided _|pass fail",
                "run --retry i|invalid",
                "run --probe l|local",
                "run --cold co|command=",
                "run --libj|",
                "list se|setups settings",
                "import te|testdfsio",
                "lab st|status",
                "lab run --suite qu|quick",
                "help ver|verify version",
                "completion z|zsh",
                "status --out sub|subdirectory",
                "report mi|mine.yaml",
                "report --format json subdirectory mi|mine.yaml"
            })
    void bashCompletesAWord(String line, String words) throws Exception {
        Files.createFile(directory.resolve("mine.yaml"));
        Files.createDirectory(directory.resolve("subdirectory"));
        assertThat(session.run("completion", "bash")).isZero();
        session.write("spindle.bash", session.out());
        String[] typed = ("spindle " + line.replace("_", "''")).split(" +");
        // Only a shell with a keyboard has a `compopt` that works.
        String script = "compopt() { :; }; . ./spindle.bash; rm spindle.bash; COMP_WORDS=(" + String.join(" ", typed)
                + "); COMP_CWORD=" + (typed.length - 1) + "; _complete_spindle; echo ${COMPREPLY[@]}";

        assertThat(printed("bash", "--norc", "-c", script)).isEqualTo((words == null ? "" : words) + "\n");
    }

    @Test
    void bashUsesItForSpindleInAnyDirectory() throws Exception {
        session.run("completion", "bash");
        session.write("spindle.bash", session.out());
        assertThat(printed("bash", "--norc", "-c", ". ./spindle.bash; complete -p spindle"))
                .isEqualTo("complete -o default -F _complete_spindle spindle\n");
    }

    @Test
    void zshCompletesCommandsOptionsAndNames() throws Exception {
        assumeTrue(hasProgram("zsh"), "zsh is not installed");
        session.run("completion", "zsh");
        session.write("spindle.zsh", session.out());
        session.write("complete.zsh", """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                await() { zpty -r -m shell seen "*$1*" && print -r -- "$seen" }
                zpty -w shell 'PS1=; PS2=; bindkey -e; autoload -U compinit; compinit -D -u; source ./spindle.zsh'
                zpty -w shell 'bindkey "^I" complete-word; zstyle ":completion:*" list-prompt ""'
                zpty -w shell 'show() { print -r "<""$BUFFER>"; BUFFER= }; zle -N show; bindkey "^T" show'
                # The line editor says that it has the keyboard, since a terminal without it keeps a tab to itself.
                zpty -w shell 'zle-line-init() { print "<rea""dy>" }; zle -N zle-line-init'
                await "<ready>"
                for typed in "$@"; do
                    zpty -w -n shell "$typed"$'\\t\\x14'
                    await "<spindle*>"
                done
                zpty -w shell exit
                """);
        String shown = printed("zsh", "-f", "complete.zsh", "spindle rep", "spindle run --work", "spindle run -s qui");
        assertThat(shown).contains("<spindle report >", "<spindle run --workload >", "<spindle run -s quick >");
    }

    @Test
    void anUnknownShellIsRefused() {
        assertThat(session.run("completion", "fish")).isEqualTo(2);
        assertThat(session.err()).contains("error: completion: unknown shell", "allowed  bash, zsh");
        assertThat(session.run("completion")).isEqualTo(2);
        assertThat(session.out()).isEmpty();
    }

    private static boolean hasProgram(String name) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(place -> Files.isExecutable(Path.of(place, name)));
    }

    private String printed(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
