package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.collector.CollectedEvidence.EvidenceCopies;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.imports.ImportCommand.Summary;
import org.spindlebench.runner.imports.RecordsFile.UnreadableLines;

/**
 * Copies the records of runs and adds a collector's samples of nodes to the copies.
 *
 * @param zone the time zone of the files; empty if the files name it, or if it is this machine's
 * @param out the directory for the copies
 */
record CollectorImport(Collector collector, List<Path> files, Path results, Optional<ZoneId> zone, Path out) {
    CollectorImport {
        files = List.copyOf(files);
    }

    /**
     * Returns a summary of the runs that received evidence. If nothing was imported, adds problems and returns empty.
     */
    Optional<Summary> run(Problems problems, PrintStream err) {
        String reason;
        try (CollectorLog log = new CollectorLog(out.resolve(collector.word() + ".unreadable.txt"));
                Copies copies = new Copies(out)) {
            return copy(copies, log, problems, err);
        } catch (InvalidDocumentException e) {
            addOfFile(String.valueOf(e.getMessage()), problems);
            return Optional.empty();
        } catch (UncheckedIOException e) {
            reason = FileFailure.of(e.getCause());
        } catch (IOException e) {
            reason = FileFailure.of(e);
        }
        add(out.toString(), "nothing can be imported: " + reason, problems);
        return Optional.empty();
    }

    private Optional<Summary> copy(Copies copies, CollectorLog log, Problems problems, PrintStream err)
            throws IOException {
        Set<TimeWindow> windows = windows(problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        CollectedEvidence collected = CollectedEvidence.read(collector, files, zone, windows, log);
        log.unreadable.print(err);
        if (windows.stream().noneMatch(window -> collected.of(window).isPresent())) {
            refuseOutside(collected.nodes().values(), windows, problems);
            return Optional.empty();
        }
        try (Stream<RunRecord> runs = Records.read(results)) {
            runs.forEachOrdered(run -> copies.write(run, collected));
        }
        copies.campaigns.values().forEach(copy -> copy.records.refuseOther("", problems));
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        for (Copies.CampaignCopy copy : copies.campaigns.values()) {
            copy.records.commit();
        }
        log.unreadable.commit();
        return Optional.of(new EvidenceSummary(
                copies.campaigns.values().stream()
                        .map(Copies.CampaignCopy::summary)
                        .toList(),
                collected.nodes().entrySet().stream()
                        .map(node -> new EvidenceSummary.WatchedNode(
                                node.getKey(),
                                node.getValue().from(),
                                node.getValue().to()))
                        .toList(),
                log.notes,
                log.unreadable.count()));
    }

    private Set<TimeWindow> windows(Problems problems) throws IOException {
        Set<TimeWindow> windows = new LinkedHashSet<>();
        try (Stream<RunRecord> runs = Records.read(results)) {
            boolean none = true;
            for (RunRecord run : (Iterable<RunRecord>) runs::iterator) {
                none = false;
                TimeWindow.of(run).ifPresent(windows::add);
            }
            if (windows.isEmpty()) {
                add(
                        results.toString(),
                        none
                                ? "holds no records"
                                : "no run has times.yarnStarted and times.yarnFinished, so Spindle cannot find samples"
                                        + " of any run",
                        problems);
            }
        }
        return windows;
    }

    private void refuseOutside(Collection<TimeWindow> seenByNodes, Set<TimeWindow> runs, Problems problems) {
        String seen =
                seenByNodes.isEmpty() ? "no interval, for example because there is only one report" : span(seenByNodes);
        String remedy = collector == Collector.COLLECTL
                ? "collectl's times name no zone; if the times differ by whole hours, name the zone with --time-zone"
                : "check that these are the files of those runs, and that the node's clock is right";
        problems.add(Problem.ofOption(
                        collector.word(), "no run is within the files' time. Files: " + seen + "; runs: " + span(runs))
                .withRemedy(remedy));
    }

    private static String span(Collection<TimeWindow> windows) {
        Instant from = windows.stream()
                .map(TimeWindow::from)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant to = windows.stream()
                .map(TimeWindow::to)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return from + " to " + to;
    }

    /** Splits a message that begins with the file's name, because a problem has the file as its location. */
    private void addOfFile(String message, Problems problems) {
        String place = Stream.concat(files.stream(), Stream.of(results))
                .map(Path::toString)
                .filter(path -> message.startsWith(path + ": "))
                .findFirst()
                .orElse("");
        add(
                place.isEmpty() ? results.toString() : place,
                place.isEmpty() ? message : message.substring(place.length() + 2),
                problems);
    }

    private static void add(String path, String reason, Problems problems) {
        problems.add(Problem.at(new Location(path, 0, 0), "", reason));
    }

    /** Collects the messages about a collector's files. */
    private static final class CollectorLog implements ReadingLog, Closeable {
        private final UnreadableLines unreadable;
        private final List<String> notes = new ArrayList<>();

        private CollectorLog(Path list) {
            this.unreadable = new UnreadableLines(list);
        }

        @Override
        public void unreadable(UnreadableLine line) {
            unreadable.add(line);
        }

        @Override
        public void note(String file, String text) {
            notes.add(file + ": " + text);
        }

        @Override
        public void close() throws IOException {
            unreadable.close();
        }
    }

    /** The copies of records, in a file for each campaign. */
    private static final class Copies implements Closeable {
        private final Path out;
        private final Map<String, CampaignCopy> campaigns = new LinkedHashMap<>();
        private final Set<String> names = new HashSet<>();

        private Copies(Path out) {
            this.out = out;
        }

        private void write(RunRecord run, CollectedEvidence collected) {
            campaigns.computeIfAbsent(run.identity().campaign(), this::open).write(run, collected);
        }

        private CampaignCopy open(String campaign) {
            String name = SafeName.of(campaign, "import");
            String unique = name;
            for (int number = 2; !names.add(unique); number++) {
                unique = name + "-" + number;
            }
            try {
                return new CampaignCopy(campaign, new RecordsFile(out.resolve(unique + ".jsonl")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            for (CampaignCopy copy : campaigns.values()) {
                copy.records.close();
            }
        }

        private static final class CampaignCopy {
            private final String campaign;
            private final RecordsFile records;
            private long runs;
            private long watched;
            private long inPart;
            private long outside;
            private long untimed;

            private CampaignCopy(String campaign, RecordsFile records) {
                this.campaign = campaign;
                this.records = records;
            }

            /** Writes a copy of a run's record. Adds the evidence collected during the run, if there is any. */
            private void write(RunRecord run, CollectedEvidence collected) {
                Optional<TimeWindow> window = TimeWindow.of(run);
                Optional<NodeMetrics> seen = window.flatMap(collected::of);
                runs++;
                untimed += window.isEmpty() ? 1 : 0;
                outside += window.isPresent() && seen.isEmpty() ? 1 : 0;
                watched += seen.isPresent() ? 1 : 0;
                inPart += seen.isPresent() && !seen.get().missing().isEmpty() ? 1 : 0;
                records.write(seen.isPresent() ? EvidenceCopies.with(run, seen.get()) : EvidenceCopies.without(run));
            }

            private EvidenceSummary.WatchedCampaign summary() {
                return new EvidenceSummary.WatchedCampaign(
                        campaign, records.target().toString(), runs, watched, inPart, outside, untimed);
            }
        }
    }

    /** A summary of the runs that received evidence, as {@code --json} prints it. */
    record EvidenceSummary(
            List<WatchedCampaign> campaigns, List<WatchedNode> nodes, List<String> notes, long unreadable)
            implements Summary {
        @Override
        public List<?> lines() {
            return Stream.of(notes, nodes, campaigns).flatMap(List::stream).toList();
        }

        /**
         * A node in the files.
         *
         * @param from the start of its first interval
         * @param to the end of its last interval
         */
        record WatchedNode(String node, Instant from, Instant to) {
            @Override
            public String toString() {
                return node + ": " + from + " to " + to;
            }
        }

        /**
         * One campaign.
         *
         * @param records the file with the copies of its records
         * @param watched number of runs with complete or partial evidence
         * @param inPart number of runs with partial evidence, in which a node lacks samples for some of the time
         * @param outside number of runs outside the time that the files cover
         * @param untimed number of runs whose record has no times from YARN
         */
        record WatchedCampaign(
                String campaign, String records, long runs, long watched, long inPart, long outside, long untimed) {
            @Override
            public String toString() {
                return campaign + ": evidence for " + watched + " of " + runs + (runs == 1 ? " run" : " runs")
                        + (inPart == 0 ? "" : ", " + inPart + " of these only in part")
                        + (outside == 0 ? "" : "; " + are(outside) + " outside the files' time")
                        + (untimed == 0 ? "" : "; " + have(untimed) + " no times from YARN")
                        + " -> " + records;
            }

            private static String are(long count) {
                return count + (count == 1 ? " is" : " are");
            }

            private static String have(long count) {
                return count + (count == 1 ? " has" : " have");
            }
        }
    }
}
