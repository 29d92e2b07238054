package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.campaign.Attendance.StatusDocument;
import org.spindlebench.runner.campaign.SoleUse.StopRequest;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.process.Lease;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Progress.Point;
import org.spindlebench.runner.run.Workspace;

/**
 * The progress of a campaign, from the files of its directory.
 *
 * @param plan the plan in its directory
 * @param valid the number of runs whose record counts
 * @param other the number of runs that failed or are invalid
 * @param aside the number of other records, of interrupted runs and of outages
 * @param running whether a client runs the campaign now
 * @param said the latest statement of the client; empty if it has not begun a run
 */
public record CampaignStatus(
        Plan plan, int valid, int other, int aside, boolean running, Optional<StatusDocument> said) {
    /** Reads the status of a campaign. Damaged records are left out. */
    public static CampaignStatus of(Path campaign, Plan plan) throws IOException {
        List<RunRecord> records;
        try (Stream<RunRecord> all = Records.read(campaign)) {
            records = all.toList();
        } catch (InvalidDocumentException damaged) {
            records = List.of();
        }
        List<RunRecord> counted =
                records.stream().filter(run -> !run.toBeRepeated()).toList();
        int valid = (int) counted.stream()
                .filter(run -> run.status() == org.spindlebench.analysis.record.Status.OK)
                .count();
        return new CampaignStatus(
                plan,
                valid,
                counted.size() - valid,
                records.size() - counted.size(),
                CampaignLock.isHeld(campaign),
                said(campaign));
    }

    private static Optional<StatusDocument> said(Path campaign) {
        Path file = StatusDocument.file(campaign);
        try {
            return Files.exists(file)
                    ? Optional.of(JsonDocument.read(file, StatusDocument.class, StatusDocument.SCHEMA))
                    : Optional.empty();
        } catch (IOException | InvalidDocumentException unread) {
            return Optional.empty();
        }
    }

    /** Returns whether all runs of the plan have a record. */
    private boolean complete() {
        return valid + other >= plan.total();
    }

    /** Describes the status in a few lines. */
    public String describe(Path results) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d of %d runs made, %d of them valid%s%n",
                plan.campaign(),
                valid + other,
                plan.total(),
                valid,
                aside == 0
                        ? ""
                        : String.format(Locale.ROOT, "; %d records of interrupted runs and outages aside", aside)));
        if (running) {
            text.append("  running")
                    .append(said.map(CampaignStatus::client).orElse(""))
                    .append(System.lineSeparator());
            said.map(StatusDocument::point).ifPresent(point -> text.append(at(point)));
            text.append("  stop it after this run: ")
                    .append(CommandText.of("stop", plan.campaign(), "--out", CommandText.shown(results)));
        } else if (complete()) {
            text.append("  ended; its report: ")
                    .append(CommandText.of("report", CommandText.shown(results.resolve(plan.campaign())), "--open"));
        } else {
            text.append("  not running; resume it: ")
                    .append(CommandText.of("run", "--resume", plan.campaign(), "--out", CommandText.shown(results)));
        }
        return text.toString();
    }

    private static String client(StatusDocument status) {
        return " as process " + status.pid() + " on " + status.host();
    }

    private static String at(Point point) {
        String left = point.left() == null
                ? ""
                : ", about " + Duration.ofSeconds(point.left()).toMinutes() + " min left";
        return String.format(Locale.ROOT, "  %s: %s since %s%s%n", point.run(), point.step(), point.since(), left);
    }

    /**
     * Asks the client on this file system that runs a campaign to stop it.
     *
     * @param now whether to kill the run that is being made
     */
    public static void askToStop(Path campaign, boolean now) throws IOException {
        AtomicFile.write(Attendance.stopFile(campaign), (now ? StopRequest.NOW : StopRequest.AFTER).word());
    }

    /** Lists the campaigns in a directory of HDFS, or asks one to stop, from any client of the cluster. */
    public record Remote(String baseDir, Optional<String> stopped, boolean now, GenericOptions generic, PrintStream out)
            implements ClusterAction {
        @Override
        public int run() throws IOException, ClusterUnreachableException {
            LogLevels.quiet();
            try (ClusterConnection session = ClusterConnection.running(generic.hadoopArguments())) {
                Storage storage = session.cluster().storage();
                String base = ResolvedVisit.absolute(baseDir, session.cluster());
                List<String> leases = Workspace.leftovers(storage, base).stream()
                        .filter(directory -> directory.endsWith(Plan.LEASE))
                        .toList();
                if (stopped.isEmpty()) {
                    for (String lease : leases) {
                        out.println(describe(storage, lease));
                    }
                    if (leases.isEmpty()) {
                        out.println("No campaign runs with data under " + base + ".");
                    }
                    return ExitCode.ALL_VALID.code();
                }
                String lease = leases.stream()
                        .filter(each -> name(each).equals(stopped.get()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "no campaign " + stopped.get() + " runs with data under " + base));
                if (Lease.user(storage, lease).isEmpty()) {
                    throw new IllegalArgumentException("no client runs the campaign " + stopped.get());
                }
                Workspace.askToStop(storage, lease, (now ? StopRequest.NOW : StopRequest.AFTER).word());
                out.println("Asked the client of " + stopped.get() + " to stop; it looks every 20 s.");
                return ExitCode.ALL_VALID.code();
            }
        }

        private static String name(String lease) {
            String name = lease.substring(lease.lastIndexOf('/') + 1);
            return name.substring(0, name.length() - Plan.LEASE.length());
        }

        private static String describe(Storage storage, String lease) throws IOException {
            Optional<String> user = Lease.user(storage, lease);
            return name(lease) + ": "
                    + user.map(client -> "run by " + client).orElse("not running")
                    + Workspace.point(storage, lease)
                            .map(point -> ", at " + point)
                            .orElse("");
        }
    }
}
