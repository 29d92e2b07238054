package org.spindlebench.runner.cli;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.PlanOptions;

/**
 * What the user gives for a campaign.
 *
 * @param generic Hadoop's options, with the settings of {@code -D}
 * @param problems receives all problems, which are reported together
 */
record Given(
        Command command, CampaignArguments options, CliContext context, GenericOptions generic, Problems problems) {
    private static final DateTimeFormatter CAMPAIGN_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** Returns the options that shape a plan, with the start time in the campaign's name. */
    PlanOptions planOptions(String name, String setup) {
        return new PlanOptions(
                name + "-" + CAMPAIGN_TIME.format(context.clock().instant()),
                setup,
                options.seed == null ? context.seeds().getAsLong() : options.seed,
                options.repeats == null ? OptionalInt.empty() : OptionalInt.of(options.repeats),
                options.bytesPerNode == null ? OptionalLong.empty() : OptionalLong.of(options.bytesPerNode),
                understood(options.jobs),
                definitions());
    }

    private Map<String, String> definitions() {
        Map<String, String> definitions = new TreeMap<>(generic.definitions());
        if (options.cluster.noSplitHosts) {
            definitions.put(JobKeys.PLACEMENT, JobKeys.ANY);
        }
        return definitions;
    }

    void refuse(String option, String reason, String remedy) {
        problems.add(Problem.at(Location.COMMAND_LINE, option, reason).withRemedy(remedy));
    }

    void refuseIf(boolean given, String option, String reason, String remedy) {
        if (given) {
            refuse(option, reason, remedy);
        }
    }

    /** Returns the values of a list that could be parsed, each once. */
    static <T> List<T> understood(List<T> values) {
        return values.stream().filter(Objects::nonNull).distinct().toList();
    }
}
