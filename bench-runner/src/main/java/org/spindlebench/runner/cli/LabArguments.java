package org.spindlebench.runner.cli;

import java.nio.file.Path;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Group;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import picocli.CommandLine.Option;

/** Options for emulated disks. */
@Group(Group.DISKS)
final class LabArguments {
    @Option(
            names = "--emulate",
            paramLabel = "SCALE|file",
            converter = LabCommand.EmulateConverter.class,
            description = "Emulate the disks of every setup, with bandwidths divided by SCALE, and start a"
                    + " cluster on them. `file` means the scale of the setup's file, of the experiment's, or"
                    + " 10. An experiment then has the small form that its file states. Needs root (see `lab"
                    + " --help`).")
    Integer scale;

    @Group(
            value = Group.DISKS,
            usedBy = {"run", "check"})
    @Option(
            names = "--lab-dir",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Make emulated disks in this directory, which must not exist. Default: /var/lib/spindle-lab.")
    Path directory;

    @Group(
            value = Group.DISKS,
            usedBy = {"run", "check"})
    @Option(
            names = "--lab-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Use this much for all emulated disks of one setup together. Default: 32GB, or half of"
                    + " what is free there.")
    Long size;

    @Group(
            value = Group.DISKS,
            usedBy = {"run"})
    @Option(
            names = "--lab-log",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write time, kind, offset and length of every request to emulated disks to"
                    + " DIR/VISIT/DISK.csv.")
    Path logs;
}
