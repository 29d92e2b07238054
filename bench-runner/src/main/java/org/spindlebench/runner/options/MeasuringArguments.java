package org.spindlebench.runner.options;

import java.time.Duration;
import java.util.Objects;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.ShareConverter;
import org.spindlebench.runner.console.OptionConverter.TimeConverter;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;
import picocli.CommandLine.Option;

/** Options for caches, for the probe, and for limits. */
public final class MeasuringArguments {
    @Heading(
            value = Heading.MEASURING,
            usedBy = {"run", "check"})
    @Option(
            names = "--cold",
            paramLabel = "off|local|yarn|evict[=SIZE]|command=COMMAND",
            converter = ColdConverter.class,
            description = "Make caches cold before each run. off: never. local: on this host, as root. yarn: by"
                    + " each node's probe, if a rule of sudo permits it. evict: by reading decoys larger"
                    + " than a node's memory, without root. command: by a shell command on the client, whose"
                    + " exit code 0 means that all caches are cold. Default: what the suite says, otherwise"
                    + " off; results are then labelled warm.")
    @Kept
    public Cold cold;

    @Heading(
            value = Heading.MEASURING,
            usedBy = {"run", "check"})
    @Option(
            names = "--probe",
            paramLabel = "yarn|local|off",
            converter = ProbeConverter.class,
            description = "Watch nodes and their devices during runs: from a container of 256 MiB on every host"
                    + " (yarn), on this host (local), or not at all (off). With yarn, a run without the"
                    + " samples of a node that the probe has reached is invalid. Default: local if all nodes"
                    + " are on this host, otherwise yarn.")
    @Kept
    public ProbeChoice probe;

    @Heading(
            value = Heading.MEASURING,
            usedBy = {"run", "check"})
    @Option(
            names = "--probe-interval",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Sample each node once in this time. Default: 1s.")
    @Kept
    public Duration probeInterval;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run"})
    @Option(
            names = "--contended",
            paramLabel = "SHARE",
            converter = ShareConverter.class,
            description = "Make a run invalid if others used more than this share (0 to 1) of the processors'"
                    + " time or of the devices' bytes. Default: no limit, but Spindle warns of heavy load.")
    @Kept
    public Double contended;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run", "check"})
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Kill a run after this time, such as 90s, 30m or 4h. Default: 4h.")
    @Kept.Not("a later start may have more time")
    public Duration timeout;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run"})
    @Option(
            names = "--wait-for-cluster",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Wait at most this long for daemons that are away, and then repeat the run. After that the"
                    + " campaign ends, and can be resumed. Default: 30m.")
    @Kept.Not("a later start may have more time")
    public Duration waitForCluster;

    @Heading(
            value = Heading.LIMITS,
            usedBy = {"run"})
    @Option(
            names = "--failed-attempts",
            paramLabel = "N",
            converter = AttemptsConverter.class,
            description = "Make a run invalid if more than N of its task attempts failed or were killed, because"
                    + " their work was done again. Default: 0.")
    @Kept
    public Integer failedAttempts;

    /** The usual interval of the probe, as is usual with collectl and iostat. */
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

    public Duration probeInterval() {
        return Objects.requireNonNullElse(probeInterval, PROBE_INTERVAL);
    }

    /** Returns the way in which caches are made cold; none if the user and the files name none. */
    public Cold cold() {
        return Objects.requireNonNullElse(cold, new Cold.Off());
    }

    /** Returns the incidents that a valid run may have met. */
    public Tolerance tolerance() {
        return new Tolerance(contended, failedAttempts);
    }

    /** Returns the times for which Spindle waits. */
    public RunLimits limits() {
        return new RunLimits(
                Objects.requireNonNullElse(timeout, RunLimits.TIMEOUT),
                Objects.requireNonNullElse(waitForCluster, RunLimits.WAIT_FOR_CLUSTER));
    }

    static final class ColdConverter extends OptionConverter<Cold> {
        ColdConverter() {
            super(Cold::parse);
        }
    }

    static final class ProbeConverter extends OptionConverter<ProbeChoice> {
        ProbeConverter() {
            super(ProbeChoice::parse);
        }
    }

    static final class AttemptsConverter extends OptionConverter<Integer> {
        AttemptsConverter() {
            super(WholeNumber.between(0, 1_000_000));
        }
    }
}
