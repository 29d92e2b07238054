package org.spindlebench.runner.devices;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Measures the devices of this host. */
@CommandLine.Command(
        name = "devices",
        customSynopsis = "spindle devices --directories DIR,...|--setup NAME|FILE [options]",
        descriptionHeading = "%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        description =
                "Measures what the devices below directories of this host, or of a cluster's hosts, can do without Hadoop: sequential writes and"
                        + " reads, and random ones, past the page cache; one device after another, then all at once."
                        + " Writes one file into a directory of its own within each, and removes it.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  devices --directories /data/1,/data/2 --size 16GiB",
            "  devices --directories /mnt/ssd --random-time 30s --threads 8 --json",
            "  devices --setup hybrid.yaml --random-blocks none",
            "  devices --cluster --setup hybrid.yaml --queue benchmarks",
            "%nExit codes: 0 all was measured, 1 something was not, 2 wrong usage."
        })
public final class DevicesCommand {
    @Option(
            names = "--directories",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "where to measure; several on one device are measured one after another only")
    List<String> directories = new ArrayList<>();

    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description =
                    "in place of --directories: the devices of a setup, each once, in the first of its directories that"
                            + " can be written, else where it is mounted; kept as devices.json under --out, for the column `measured`"
                            + " of list setups and plan")
    String setup;

    @Option(
            names = "--cluster",
            description =
                    "on every host of the cluster that Hadoop's files name, all hosts at once, by a container on each: in"
                            + " the directories of a setup, those named, or else those that the daemons say they use")
    boolean cluster;

    @Option(names = "--queue", paramLabel = "NAME", description = "YARN's, with --cluster (default: default)")
    String queue;

    @Option(
            names = "--base-dir",
            paramLabel = "DIR",
            description = "for small files in HDFS, with --cluster (default: spindle, under your home there)")
    String baseDir;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "results directory (default: results); no campaign in it may be running")
    String out;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description = "of the file in each directory; so much and 10 %% must be free (default: 4GiB)")
    String size;

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            description = "of sequential requests: a power of two from 1MiB to 64MiB (default: 1MiB)")
    String block;

    @Option(
            names = "--random-blocks",
            paramLabel = "SIZE,...",
            split = ",",
            hideParamSyntax = true,
            description = "of random requests: powers of two from 4KiB to 64MiB, or none (default: 64KiB,1MiB,4MiB)")
    List<String> randomBlocks = new ArrayList<>();

    @Option(
            names = "--random-time",
            paramLabel = "TIME",
            description = "for random reads, and for random writes, of each size at most (default: 10s)")
    String randomTime;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "of random reads, and of random writes, of each size at most (default: as time allows)")
    String requests;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "that make random requests, each one at a time (default: 1)")
    String threads;

    @Option(
            names = "--with",
            paramLabel = "auto|own|fio",
            description = "what makes the requests (default: auto: fio where it is installed, else Spindle's own)")
    String with;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "of data and random orders (default: by chance, and printed)")
    String seed;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "of everything together; what was not measured then is not measured (default: 1h)")
    String timeout;

    @Option(names = "--json", description = "JSON on stdout instead of text")
    boolean json;
}
