package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.cli.ComparedDirectories.DirectoryLayout;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Writes a file to start from. */
@CommandLine.Command(
        name = "init",
        customSynopsis = "setup|suite|experiment|prices|job [FILE]",
        description =
                "Writes a commented file that works as it stands and that you can change to your needs. Never replaces a file.",
        footer = {
            "Examples:",
            "  init setup ssd.yaml          the storage of a cluster",
            "  init suite                   jobs, sizes and settings, as suite.yaml",
            "  init experiment aa.yaml      a comparison of two setups, whose files it writes, too",
            "  init prices                  a price list for reports",
            "  init job my-job.yaml         a suite with a program of yours"
        })
final class InitCommand extends CliCommand {
    private static final String NOTHING = "nothing was written.";
    private static final String ENDING = ".yaml";

    /** What can be written. */
    private enum Kind {
        SETUP("run --suite quick --setup"),
        SUITE("run --embedded --suite"),
        EXPERIMENT("run --experiment"),
        PRICES("report RESULTS --prices"),
        JOB("run --embedded --allow-disruptive --suite");

        /** The command that uses the file, without the file's name. */
        private final String use;

        Kind(String use) {
            this.use = use;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "KIND",
            description = "What to write: setup, suite, experiment, prices or job.")
    private String kind;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The new file. Its `name` is the file's name without the ending. Default: KIND.yaml.")
    private String file;

    InitCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        Optional<Kind> wanted = kind();
        Optional<Path> path =
                wanted.flatMap(known -> context.path("init", file == null ? known.word() + ENDING : file, problems));
        Optional<String> name = path.flatMap(this::name);
        if (!problems.isEmpty() || name.isEmpty()) {
            return console.refuse(NOTHING);
        }
        Map<Path, String> files = files(wanted.orElseThrow(), path.orElseThrow(), name.get());
        files.keySet().stream()
                .filter(Files::exists)
                .forEach(there -> problems.add(Problem.ofOption("init", "the file exists, and is not replaced")
                        .withValue(CommandText.shown(there))
                        .withRemedy("name another FILE, or move it away")));
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        return write(files, wanted.get());
    }

    private int write(Map<Path, String> files, Kind wanted) {
        for (Map.Entry<Path, String> each : files.entrySet()) {
            try {
                Files.writeString(each.getKey(), each.getValue(), StandardOpenOption.CREATE_NEW);
                console.out().println("Written: " + CommandText.shown(each.getKey()));
            } catch (FileAlreadyExistsException e) {
                problems.add(Problem.ofOption("init", "the file exists, and is not replaced")
                        .withValue(CommandText.shown(each.getKey())));
            } catch (IOException e) {
                problems.add(Problem.ofOption("init", "cannot be written: " + FileFailure.of(e))
                        .withValue(CommandText.shown(each.getKey())));
            }
            if (!problems.isEmpty()) {
                return console.refuse("not all files were written.");
            }
        }
        List<String> use = new ArrayList<>(List.of(wanted.use.split(" ")));
        use.add(CommandText.shown(files.keySet().iterator().next()));
        console.out().println("To use it: " + CommandText.of(use));
        return ExitCode.ALL_VALID.code();
    }

    private Optional<Kind> kind() {
        List<String> words = Stream.of(Kind.values()).map(Kind::word).toList();
        if (kind == null) {
            problems.add(Problem.ofOption("init", "the command does not say what to write")
                    .withAllowed(String.join(", ", words))
                    .withRemedy("name one of these, such as " + CommandText.of("init", "setup")));
            return Optional.empty();
        }
        if (!words.contains(kind)) {
            problems.add(AllowedValues.unknown("kind of file", kind, words)
                    .at(Problem.Location.COMMAND_LINE, "init", kind)
                    .withRemedy("name one of these"));
            return Optional.empty();
        }
        return Optional.of(Kind.values()[words.indexOf(kind)]);
    }

    /** Returns the `name` in the file, which becomes a part of other files' names. */
    private Optional<String> name(Path path) {
        String fileName = path.getFileName().toString();
        if (!fileName.endsWith(ENDING) && !fileName.endsWith(".yml")) {
            problems.add(Problem.ofOption("init", "the name of a file that Spindle reads ends in .yaml or .yml")
                    .withValue(fileName));
        } else if (!Files.isDirectory(path.getParent())) {
            problems.add(Problem.ofOption("init", "no such directory")
                    .withValue(path.getParent().toString())
                    .withRemedy("make it first"));
        } else {
            try {
                return Optional.of(FileSafeName.parse(fileName.substring(0, fileName.lastIndexOf('.'))));
            } catch (NotUnderstoodException e) {
                problems.add(e.at(Problem.Location.COMMAND_LINE, "init", fileName));
            }
        }
        return Optional.empty();
    }

    /** Returns the texts of all files, beginning with the file that the user names first. */
    private Map<Path, String> files(Kind wanted, Path path, String name) {
        Map<Path, String> files = new LinkedHashMap<>();
        String text = wanted == Kind.PRICES
                ? new ConfFinder(ConfKind.PRICES, context.directory())
                        .find("template", problems)
                        .orElseThrow()
                        .content()
                        .replace("name: template", "name: " + name)
                : template(wanted.word());
        files.put(path, Example.HADOOPS.in(Example.CARRIED.in(filled(text, name))));
        if (wanted == Kind.EXPERIMENT) {
            for (String setup : List.of(name + "-a", name + "-b")) {
                files.put(path.resolveSibling(setup + ENDING), filled(template("setup"), setup));
            }
        }
        return files;
    }

    private static String template(String name) {
        try (InputStream in = InitCommand.class.getResourceAsStream("init-" + name + ENDING)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String filled(String text, String name) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        return text.replace("${name}", name)
                .replace("${kind}", DirectoryLayout.of(List.of(temporary)).kind(temporary))
                .replace("${directory}", temporary.toString());
    }

    /** Names a class of the example jobs that this program carries, and its jar. */
    private enum Example {
        /** In Spindle's jar, which has no other examples. */
        CARRIED("org.spindlebench.stock.WordCount"),
        HADOOPS("org.apache.hadoop.examples.WordCount");

        private final String main;

        Example(String main) {
            this.main = main;
        }

        String in(String text) {
            try {
                Class<?> type = Class.forName(main, false, InitCommand.class.getClassLoader());
                Path jar = Path.of(
                        type.getProtectionDomain().getCodeSource().getLocation().toURI());
                return text.replace("${jar}", jar.toString()).replace("${main}", main);
            } catch (ClassNotFoundException | LinkageError | URISyntaxException none) {
                return text;
            }
        }
    }
}
