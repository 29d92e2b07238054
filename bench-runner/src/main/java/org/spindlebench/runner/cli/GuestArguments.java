package org.spindlebench.runner.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.ShareConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.guest.TimeWindow;
import picocli.CommandLine.Option;

/** Options that keep a campaign to the limits of a guest. */
final class GuestArguments {
    @Option(
            names = "--nodes",
            paramLabel = "HOST,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "verify and measure these hosts only. A run is invalid if a task or a replica was on another one"
                            + " (default: all hosts, or those of the setup's file)")
    List<String> nodes = new ArrayList<>();

    @Option(
            names = "--max-hdfs",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "the most bytes of the campaign in HDFS, replicas counted, such as 2TB (default: 10 %% of what is free,"
                            + " or 50 %% on a cluster that Spindle starts; no limit with --yes)."
                            + " Whatever the limit, no run begins while HDFS is more than 85 %% full")
    Long maxHdfs;

    @Option(
            names = "--max-local",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "the most bytes of the campaign in the local dirs of one node, such as 200GB (default: as for HDFS)."
                            + " Whatever the limit, no run begins while a local dir is more than 80 %% full")
    Long maxLocal;

    @Option(
            names = "--max-hours",
            paramLabel = "N",
            converter = HoursConverter.class,
            description =
                    "the longest time from this start on, in hours. A longer plan is refused, and no run begins that would"
                            + " end later. `--resume` goes on (default: no limit; before more than an hour Spindle asks"
                            + " on a terminal)")
    Duration maxHours;

    @Option(
            names = "--window",
            paramLabel = "HH:MM-HH:MM",
            converter = WindowConverter.class,
            description =
                    "the time of day in which runs take place, by this host's clock, such as 22:00-05:00. Outside it,"
                            + " Spindle waits (default: the whole day)")
    TimeWindow window;

    @Option(
            names = "--pause-when-busy",
            paramLabel = "SHARE",
            converter = ShareConverter.class,
            description = "wait before a run while containers of others use more than this share (0 to 1) of the nodes'"
                    + " memory (default: never)")
    Double busy;

    GuestLimits limits(Instant now) {
        return new GuestLimits(maxHdfs, maxLocal, maxHours, now, window, busy);
    }

    static final class WindowConverter extends OptionConverter<TimeWindow> {
        WindowConverter() {
            super(TimeWindow::parse);
        }
    }

    /** Converts a number of hours, or a duration such as 90m. */
    static final class HoursConverter extends OptionConverter<Duration> {
        HoursConverter() {
            super(text -> TimeSpan.parse(text.matches("[0-9]+") ? text + "h" : text));
        }
    }
}
