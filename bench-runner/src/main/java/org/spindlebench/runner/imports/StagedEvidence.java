package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.collector.CollectedEvidence.EvidenceCopies;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;

/** Copies of records, by campaign. */
final class StagedEvidence implements Closeable {
    private final Path out;
    private final Map<String, StagedCopies> campaigns = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    StagedEvidence(Path out) {
        this.out = out;
    }

    /** Writes a copy of a run to those of its campaign. */
    void write(RunRecord run, CollectedEvidence collected) {
        try {
            String campaign = run.identity().campaign();
            StagedCopies copies = campaigns.get(campaign);
            if (copies == null) {
                copies = new StagedCopies(campaign, out.resolve(fileName(campaign)));
                campaigns.put(campaign, copies);
            }
            copies.write(run, collected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a problem for every campaign of that name that is there with other records. */
    void refuseOther(Problems problems) throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            if (copies.isTaken()) {
                problems.add(Problem.at(
                                new Location(copies.target().toString(), 0, 0),
                                "",
                                "is there already, and holds other records")
                        .withRemedy("name another directory by --out, or remove it"));
            }
        }
    }

    void commit() throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            copies.commit();
        }
    }

    List<EvidenceSummary.Campaign> summaries() {
        return campaigns.values().stream().map(StagedCopies::summary).toList();
    }

    @Override
    public void close() throws IOException {
        for (StagedCopies copies : campaigns.values()) {
            copies.close();
        }
    }

    private String fileName(String campaign) {
        String name = SafeName.of(campaign, "import");
        String unique = name;
        for (int number = 2; !names.add(unique); number++) {
            unique = name + "-" + number;
        }
        return unique + ".jsonl";
    }

    /** Copies of the records of one campaign, written aside until all are. */
    static final class StagedCopies implements Closeable {
        private final String campaign;
        private final StagedFile records;
        private long runs;
        private long watched;
        private long inPart;
        private long outside;
        private long untimed;

        StagedCopies(String campaign, Path target) throws IOException {
            this.campaign = campaign;
            this.records = StagedFile.of(target);
        }

        /** Writes a copy of a run, with the evidence of its window if there is any. */
        void write(RunRecord run, CollectedEvidence collected) throws IOException {
            Optional<TimeWindow> window = TimeWindow.of(run);
            Optional<NodeMetrics> seen = window.flatMap(collected::of);
            runs++;
            untimed += window.isEmpty() ? 1 : 0;
            outside += window.isPresent() && seen.isEmpty() ? 1 : 0;
            watched += seen.isPresent() ? 1 : 0;
            inPart += seen.isPresent() && !seen.get().missing().isEmpty() ? 1 : 0;
            RunRecord copy = seen.isPresent() ? EvidenceCopies.with(run, seen.get()) : EvidenceCopies.without(run);
            records.out().write(JsonDocument.line(copy).getBytes(StandardCharsets.UTF_8));
            records.out().write('\n');
        }

        Path target() {
            return records.target();
        }

        /** Whether there are other records of that name. */
        boolean isTaken() throws IOException {
            return Files.exists(records.target()) && !records.equalsTarget();
        }

        void commit() throws IOException {
            records.commit();
        }

        EvidenceSummary.Campaign summary() {
            return new EvidenceSummary.Campaign(
                    campaign, records.target().toString(), runs, watched, inPart, outside, untimed);
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }

    /**
     * What got evidence, as {@code --json} prints it.
     *
     * @param campaigns by campaign
     * @param nodes the nodes of the files
     * @param notes what else is to be known of files
     * @param unreadable lines that could not be read
     */
    record EvidenceSummary(List<Campaign> campaigns, List<Node> nodes, List<String> notes, long unreadable) {
        /**
         * A node.
         *
         * @param node its name
         * @param from the begin of its first interval
         * @param to the end of its last
         */
        record Node(String node, Instant from, Instant to) {
            @Override
            public String toString() {
                return node + ": " + from + " to " + to;
            }
        }

        /**
         * One campaign.
         *
         * @param campaign its name
         * @param records where the copies of its records lie
         * @param runs its runs
         * @param watched those with evidence, also in part
         * @param inPart of these, those of which a node is missing for some time
         * @param outside those that lie outside of the files' time
         * @param untimed those without times of YARN
         */
        record Campaign(
                String campaign, String records, long runs, long watched, long inPart, long outside, long untimed) {
            @Override
            public String toString() {
                return campaign + ": evidence for " + watched + " of " + runs + (runs == 1 ? " run" : " runs")
                        + (inPart == 0 ? "" : ", of " + inPart + " in part")
                        + (outside == 0 ? "" : "; " + lie(outside) + " outside of the files' time")
                        + (untimed == 0 ? "" : "; " + have(untimed) + " no times of YARN")
                        + " -> " + records;
            }

            private static String lie(long count) {
                return count + (count == 1 ? " lies" : " lie");
            }

            private static String have(long count) {
                return count + (count == 1 ? " has" : " have");
            }
        }
    }
}
