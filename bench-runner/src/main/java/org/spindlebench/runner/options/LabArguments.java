package org.spindlebench.runner.options;

import java.nio.file.Path;
import java.util.Objects;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import picocli.CommandLine.Option;

/** Where emulated disks are made, and how large they are. */
@Heading(Heading.DISKS)
public final class LabArguments {
    @Heading(
            value = Heading.DISKS,
            usedBy = {"run", "check", "lab"})
    @Option(
            names = "--lab-dir",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Make emulated disks in this directory, which must not exist. Default: /var/lib/spindle-lab.")
    @Kept
    public Path directory;

    @Heading(
            value = Heading.DISKS,
            usedBy = {"run", "check", "lab"})
    @Option(
            names = "--lab-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Use this much for all emulated disks of one setup together. Default: 32GB, or half of"
                    + " the free space there.")
    @Kept
    public Long size;

    @Heading(
            value = Heading.DISKS,
            usedBy = {"run", "lab"})
    @Option(
            names = "--lab-log",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write time, kind, offset and length of every request to a file per disk in DIR. Each"
                    + " visit of `run` has a directory of its own there.")
    @Kept
    public Path logs;

    /** Returns the place of all emulated disks. */
    public LabDirectory place() {
        return new LabDirectory(Objects.requireNonNullElse(directory, LabDirectory.DEFAULT));
    }

    /** Reads the value of {@code --emulate}: a scale, or the word for the scale that a file states. */
    public static final class EmulateConverter extends OptionConverter<Integer> {
        public static final String FILE = "file";

        /** The value of {@link #FILE}. */
        public static final int OF_FILE = 0;

        EmulateConverter() {
            super(text -> text.equals(FILE)
                    ? OF_FILE
                    : WholeNumber.between(1, EmulatedSetup.MOST_SCALE).parse(text));
        }
    }

    public static final class ScaleConverter extends OptionConverter.CountConverter {
        ScaleConverter() {
            super(EmulatedSetup.MOST_SCALE);
        }
    }
}
