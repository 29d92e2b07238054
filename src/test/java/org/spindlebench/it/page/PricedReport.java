package org.spindlebench.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.runner.cli.Main;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ClusterAction;

/** A report on invented runs of every setup in a price list, made by the built jar's command line in this JVM. */
record PricedReport(Path page, JsonNode json) {
    private static final Path ROOT = ProcessCluster.projectRoot();
    private static final Pattern SETUP = Pattern.compile("(?m)^  ([a-zA-Z0-9-]+): \\{");

    /** Returns a shipped price list as text. */
    static String list(String name) throws IOException {
        return Files.readString(ROOT.resolve("conf/prices/" + name + ".yaml"));
    }

    /** Imports runs of all setups in a list; returns the directory of the results. */
    static Path results(Path directory, String list) throws IOException {
        Path csv = Files.createDirectories(directory).resolve("runs.csv");
        Files.writeString(csv, String.join("\n", runs(setups(list))));
        Path results = directory.resolve("results");
        run(directory, "import", "csv", csv.toString(), "--out", results.toString());
        return results;
    }

    private static List<String> setups(String list) {
        return SETUP.matcher(list.substring(list.indexOf("\nsetups:")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /**
     * Returns jobs with much and little spread, one with single runs, one that never varies, and one that some setups
     * have not run.
     */
    private static List<String> runs(List<String> setups) {
        Random random = new Random(20140501);
        List<String> lines = new ArrayList<>(List.of("job,setup,duration_s,compression"));
        for (int at = 0; at < setups.size(); at++) {
            double factor = 0.5 + random.nextDouble();
            for (int run = 0; run < 3; run++) {
                lines.add(line("terasort", setups.get(at), 600 * factor * (1 + 0.02 * random.nextGaussian())));
                lines.add(line("wordcount", setups.get(at), 300 * Math.sqrt(factor) * (1 + 0.3 * random.nextDouble())));
                lines.add(line("teragen", setups.get(at), 100 + at));
                if (at != 1) {
                    lines.add(line("scan", setups.get(at), 50 + 5 * random.nextDouble()));
                }
            }
            lines.add(line("single", setups.get(at), 200 * factor));
        }
        return lines;
    }

    private static String line(String job, String setup, double seconds) {
        return job + "," + setup + "," + seconds + ",snappy";
    }

    /**
     * Writes the report.
     *
     * @param prices the name of a shipped list, or a file
     * @param options further options of {@code report}
     */
    static PricedReport of(Path directory, Path results, String prices, String... options) throws IOException {
        Path out = directory.resolve("report");
        List<String> arguments =
                new ArrayList<>(List.of("report", results.toString(), "--prices", prices, "--out", out.toString()));
        arguments.addAll(List.of(options));
        run(directory, arguments.toArray(String[]::new));
        return new PricedReport(
                out.resolve("report.html"), Chromium.parse(Files.readString(out.resolve("report.json"))));
    }

    private static void run(Path directory, String... arguments) throws IOException {
        Files.createDirectories(directory);
        said(List.of(arguments));
    }

    /** Returns what a command prints that needs no cluster. */
    static String said(List<String> command) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream noted = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(noted, true, StandardCharsets.UTF_8);
        ToIntFunction<ClusterAction> none = action -> {
            throw new IllegalStateException("neither command needs a cluster");
        };
        int code = Main.run(command.toArray(String[]::new), out, err, none, () -> CliContext.ofThisProcess(Map.of()));
        if (code != 0) {
            throw new IOException(
                    String.join(" ", command) + " ends with " + code + ": " + noted.toString(StandardCharsets.UTF_8));
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
