package org.spindlebench.runner.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Heading;
import picocli.CommandLine.Option;

/** Options for an experiment on directories of this machine. */
public final class CompareArguments {
    public static final String OPTION = "--compare";

    @Heading(Heading.EMBEDDED)
    @Option(
            names = OPTION,
            paramLabel = "NAME=DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "Compare directories on two or more devices of this machine, on clusters that Spindle"
                    + " starts there. The first one is the baseline. Default of --suite: hour.")
    @Kept
    public List<String> directories = new ArrayList<>();

    @Heading(Heading.EMBEDDED)
    @Option(
            names = "--local",
            description = "Use the compared directories for shuffle and spills only. HDFS stays in the temporary"
                    + " directory, or in the directories of --data-dirs. Needs --compare.")
    @Kept
    public boolean local;

    /** Returns the directory of HDFS if the compared directories are for the shuffle only. */
    public Optional<Path> hdfs(List<StorageDirectory> dataDirs, CliContext context, Problems problems) {
        if (local && dataDirs.size() > 1) {
            problems.add(Problem.ofOption("--data-dirs", "--local takes one directory for HDFS")
                    .withRemedy("name one"));
        } else if (!local && !dataDirs.isEmpty()) {
            problems.add(Problem.ofOption("--data-dirs", "HDFS is in the compared directories")
                    .withRemedy("add --local to compare directories for the shuffle only, or leave it out"));
        }
        return !local
                ? Optional.empty()
                : Optional.of(
                        dataDirs.isEmpty() || dataDirs.get(0) == null
                                ? context.path(System.getProperty("java.io.tmpdir"))
                                : dataDirs.get(0).path());
    }
}
