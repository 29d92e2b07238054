package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.console.ExitCode;

/** Tests words that are not commands, and commands that only print something. */
class CommandWordsTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage clean",
                "garbage clean --dry-run",
                "garbage run --suite quick",
                "garbage check --suite quick",
                "garbage plan --suite quick",
                "garbage list jobs",
                "garbage devices --cluster",
                "garbage help clean"
            })
    void aWordBeforeTheCommandIsAnErrorAndNothingRuns(String line) {
        assertThat(session.run(line.split(" "))).isEqualTo(2);

        assertThat(session.err())
                .contains("garbage: unexpected before the command `")
                .contains("1 problem; nothing was ");
        assertThat(session.out()).isEmpty();
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void exitCodesAreThoseThatScriptsRelyOn() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::code)).containsExactly(0, 1, 2, 3, 4, 5, 70, 130);
    }

    @Test
    void everyWordBeforeTheCommandIsNamed() {
        assertThat(session.run("garbage", "--foo", "clean")).isEqualTo(2);

        assertThat(session.err())
                .contains("garbage: unexpected before the command `clean`")
                .contains("--foo: unexpected before the command `clean`");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "plan",
                "check",
                "report",
                "compare",
                "bundle",
                "verify",
                "site",
                "import",
                "devices",
                "lab",
                "list",
                "clean",
                "completion",
                "status",
                "stop",
                "version"
            })
    void helpOfACommandIsTheCommandsOwnHelpAndRunsNothing(String command) {
        assertThat(session.run("help", command)).isZero();
        Session own = new Session(directory);
        own.run(command, "--help");

        assertThat(session.out()).isEqualTo(own.out()).contains("Usage: spindle " + command);
        assertThat(session.err()).isEmpty();
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"help clean --dry-run", "help run --embedded --suite quick", "-D a=b help clean"})
    void helpInFrontOfAWholeCommandLineRunsNothing(String line) {
        assertThat(session.run(line.split(" "))).isZero();
        assertThat(session.out()).contains("Usage: spindle ");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void helpAloneIsThatOfAllCommands() {
        assertThat(session.run("help")).isZero();
        Session own = new Session(directory);
        own.run("--help");

        assertThat(session.out()).isEqualTo(own.out()).contains("Usage: spindle COMMAND", "  help ", "  version ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "plan",
                "check",
                "report",
                "compare",
                "bundle",
                "verify",
                "site",
                "import",
                "devices",
                "lab",
                "list",
                "clean",
                "completion",
                "status",
                "stop"
            })
    void noLineOfHelpEndsInTheMiddleOfAWord(String command) {
        session.run("help", command);

        assertThat(session.out()).doesNotContainPattern("\\w\\.\n +[a-z]");
        assertThat(session.out().lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void helpOfAWordThatIsNoCommandNamesTheNearest() {
        assertThat(session.run("help", "claen")).isEqualTo(2);
        assertThat(session.err()).contains("claen: unknown command").contains("nearest  clean");
    }

    @Test
    void versionIsTheSameAsItsOption() {
        assertThat(session.run("version")).isZero();
        assertThat(session.out()).matches("Spindle \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void versionOfSomethingIsRefused() {
        assertThat(session.run("version", "clean")).isEqualTo(2);
        assertThat(session.err()).contains("clean: a command must come before");
        assertThat(session.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-x", "--color", "-w"})
    void anOptionThatIsNearNoOtherHasNoNearest(String option) {
        assertThat(session.run("plan", "--suite", "quick", option)).isEqualTo(2);
        assertThat(session.err()).contains(option + ": unknown option").doesNotContain("nearest");
    }

    @ParameterizedTest
    @CsvSource({"--siute,--suite", "--sed,--seed", "-jobs,--jobs", "--repeat,--repeats", "--verbos,--verbose"})
    void aMistypedOptionHasOne(String written, String meant) {
        assertThat(session.run("plan", "--suite", "quick", written)).isEqualTo(2);
        assertThat(session.err()).contains("nearest  " + meant + "\n");
    }
}
