package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.manual.ManSource;
import org.spindlebench.runner.manual.ManualPage;
import org.spindlebench.runner.manual.ShellCompletion;
import org.spindlebench.runner.run.SoftwareReader;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "completion",
        customSynopsis = {"bash|zsh", "--write DIR"},
        description = "Prints a script with which a shell completes commands, options and names. Can also write all"
                + " scripts and manual pages.",
        footer = {
            "To use it in this shell:",
            "  source <(spindle completion bash)",
            "To use it always, and to have `man spindle` and `man spindle-run`:",
            "  spindle completion --write ~/.local/share/spindle",
            "  echo 'source ~/.local/share/spindle/completion/spindle.bash' >> ~/.bashrc",
            "  echo 'export MANPATH=~/.local/share/spindle/man:' >> ~/.bashrc"
        })
final class CompletionCommand extends CliCommand {
    private static final String BASH = "bash";
    private static final String ZSH = "zsh";
    private static final String NOTHING = "nothing was written.";

    private final Supplier<List<ManualPage>> pages;

    @Parameters(arity = "0..1", paramLabel = "bash|zsh", description = "The shell whose script is printed.")
    private String shell;

    @Option(
            names = "--write",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write DIR/completion/spindle.bash, DIR/completion/_spindle and DIR/man/man1 instead.")
    private Path directory;

    CompletionCommand(CliContext context, Console console, Supplier<List<ManualPage>> pages) {
        super(context, console);
        this.pages = pages;
    }

    @Override
    public Integer call() {
        boolean known = BASH.equals(shell) || ZSH.equals(shell);
        if (!known && (shell != null || directory == null) && !problems.areOf("--write")) {
            problems.add(Problem.ofOption("completion", shell == null ? "no shell given" : "unknown shell")
                    .withValue(shell == null ? "" : shell)
                    .withAllowed(BASH + ", " + ZSH));
        }
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        List<ManualPage> all = pages.get();
        ShellCompletion completion = new ShellCompletion(all, names());
        if (directory != null) {
            return write(all, completion);
        }
        console.out().print(shell.equals(BASH) ? completion.bash() : completion.zsh());
        return ExitCode.ALL_VALID.code();
    }

    private int write(List<ManualPage> all, ShellCompletion completion) {
        try {
            Path scripts = Files.createDirectories(directory.resolve("completion"));
            Files.writeString(scripts.resolve("spindle.bash"), completion.bash());
            Files.writeString(scripts.resolve("_spindle"), completion.zsh());
            Path manual = Files.createDirectories(directory.resolve("man/man1"));
            for (ManualPage page : all) {
                Files.writeString(
                        manual.resolve(ManSource.name(page) + ".1"), ManSource.of(page, all, SoftwareReader.version()));
            }
            return ExitCode.ALL_VALID.code();
        } catch (IOException e) {
            problems.add(Problem.ofOption("--write", FileFailure.of(e)).withValue(directory.toString()));
            return console.refuse("not all was written.");
        }
    }

    /** Returns the names that options take: those of files in {@code conf}, and of jobs. */
    private Map<String, List<String>> names() {
        Map<String, List<String>> names = new HashMap<>();
        for (ConfKind kind : ConfKind.values()) {
            names.put(kind.option(), List.copyOf(new ConfFinder(kind, context.directory()).names()));
        }
        names.put("--jobs", new ArrayList<>(context.jobs().keySet()));
        names.put(
                "COMMAND",
                pages.get().stream()
                        .map(ManualPage::command)
                        .filter(name -> !name.isEmpty())
                        .toList());
        return names;
    }
}
