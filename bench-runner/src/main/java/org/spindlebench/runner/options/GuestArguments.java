package org.spindlebench.runner.options;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.ShareConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.guest.TimeWindow;
import picocli.CommandLine.Option;

/** Options that keep a campaign to the limits of a guest. */
public final class GuestArguments {
    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run", "check"})
    @Option(
            names = "--nodes",
            paramLabel = "HOST,...",
            split = ",",
            hideParamSyntax = true,
            description = "Verify and measure these hosts only. A run is invalid if a task or a replica was on"
                    + " another one. Default: all hosts, or those of the setup's file.")
    @Kept
    public List<String> nodes = new ArrayList<>();

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run", "check"})
    @Option(
            names = "--max-hdfs",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Store at most this much in HDFS, replicas counted, such as 2TB. Whatever the limit, no"
                    + " run begins while HDFS is more than 85 %% full. Default: 10 %% of the free space, or"
                    + " 50 %% on a cluster that Spindle starts; no limit with --yes.")
    @Kept.Not("the limits of a guest change from day to day")
    public Long maxHdfs;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run", "check"})
    @Option(
            names = "--max-local",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Store at most this much in the local dirs of one node, such as 200GB. Whatever the"
                    + " limit, no run begins while a local dir is more than 80 %% full. Default: as for --max-hdfs.")
    @Kept.Not("the limits of a guest change from day to day")
    public Long maxLocal;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run", "check"})
    @Option(
            names = "--max-hours",
            paramLabel = "N|TIME",
            converter = HoursConverter.class,
            description = "End after this many hours, or a time such as 90m. Spindle refuses a longer plan, and"
                    + " begins no run that would end later. --resume goes on. Default: no limit, but `run` asks before more"
                    + " than an hour.")
    @Kept.Not("it counts from each start")
    public Duration maxHours;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run"})
    @Option(
            names = "--window",
            paramLabel = "HH:MM-HH:MM",
            converter = WindowConverter.class,
            description = "Run at this time of day only, by this host's clock, such as 22:00-05:00. Outside it,"
                    + " Spindle waits. Default: the whole day.")
    @Kept.Not("the limits of a guest change from day to day")
    public TimeWindow window;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run"})
    @Option(
            names = "--pause-when-busy",
            paramLabel = "SHARE",
            converter = ShareConverter.class,
            description = "Wait before a run while containers of others use more than this share (0 to 1) of the"
                    + " nodes' memory. Default: never.")
    @Kept.Not("the limits of a guest change from day to day")
    public Double busy;

    /** When this start of the campaign began. */
    private Instant begun = Instant.EPOCH;

    /** Records the beginning of a start of the campaign, from which its limits count. */
    public void begin(Instant now) {
        begun = now;
    }

    public GuestLimits limits() {
        return new GuestLimits(maxHdfs, maxLocal, maxHours, begun, window, busy);
    }

    static final class WindowConverter extends OptionConverter<TimeWindow> {
        WindowConverter() {
            super(TimeWindow::parse);
        }
    }

    /** Converts a number of hours, or a duration such as 90m. */
    static final class HoursConverter extends OptionConverter<Duration> {
        HoursConverter() {
            super(HoursConverter::parse);
        }

        private static Duration parse(String text) throws NotUnderstoodException {
            try {
                return TimeSpan.parse(text.matches("[0-9]+") ? text + "h" : text);
            } catch (NotUnderstoodException e) {
                throw NotUnderstoodException.allowing(
                        text.matches("[1-9][0-9]{9,}.*") ? "too long" : "not a number of hours",
                        "a whole number of hours above 0, such as 8, or a time such as 90m");
            }
        }
    }
}
