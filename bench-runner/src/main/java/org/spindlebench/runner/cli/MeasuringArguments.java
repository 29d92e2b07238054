package org.spindlebench.runner.cli;

import java.time.Duration;
import org.spindlebench.runner.campaign.RunOptions.Cold;
import org.spindlebench.runner.campaign.RunOptions.ColdConverter;
import org.spindlebench.runner.campaign.RunOptions.ProbeChoice;
import org.spindlebench.runner.campaign.RunOptions.ProbeConverter;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.ShareConverter;
import org.spindlebench.runner.console.OptionConverter.TimeConverter;
import picocli.CommandLine.Option;

/** Options for caches, for the probe, and for limits. */
final class MeasuringArguments {
    @Option(
            names = "--cold",
            paramLabel = "HOW",
            converter = ColdConverter.class,
            description = "how caches are made cold before each run: off, local (on this host, as root), yarn (by each"
                    + " node's probe, where a rule of sudo permits it), evict[=SIZE] (by reading decoys larger than"
                    + " a node's memory, without root) or command='SHELL COMMAND'"
                    + " (default: off, and results are labelled warm)")
    Cold cold;

    @Option(
            names = "--probe",
            paramLabel = "HOW",
            converter = ProbeConverter.class,
            description =
                    "how nodes and their devices are watched during runs: yarn (a container of 256 MiB on every host),"
                            + " local (this host) or off (default: local if all nodes are on this host, otherwise yarn)")
    ProbeChoice probe;

    @Option(
            names = "--probe-interval",
            paramLabel = "T",
            converter = TimeConverter.class,
            description = "the time between two samples of a node (default: 1s)")
    Duration probeInterval;

    @Option(
            names = "--contended",
            paramLabel = "SHARE",
            converter = ShareConverter.class,
            description = "a run is invalid if others used more than this share (0 to 1) of the processors' time or of"
                    + " the devices' bytes (default: no limit, but Spindle warns of heavy load)")
    Double contended;

    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = TimeConverter.class,
            description = "time limit of each run: 90s, 30m, 4h (default: 4h)")
    Duration timeout;

    @Option(
            names = "--wait-for-cluster",
            paramLabel = "T",
            converter = TimeConverter.class,
            description = "if daemons are away, how long to wait until they work again and the run is repeated, before"
                    + " the campaign ends and can be resumed (default: 30m)")
    Duration waitForCluster;

    @Option(
            names = "--failed-attempts",
            paramLabel = "N",
            converter = AttemptsConverter.class,
            description = "a run is invalid if more of its task attempts failed or were killed, because their work was"
                    + " done again (default: 0)")
    Integer failedAttempts;

    static final class AttemptsConverter extends OptionConverter<Integer> {
        AttemptsConverter() {
            super(WholeNumber.between(0, 1_000_000));
        }
    }
}
