package org.spindlebench.analysis.compare;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Identity;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;

/**
 * What the runs of one or several campaigns measured.
 *
 * @param campaigns how far each campaign has come, by name
 * @param groups the cells, by setup and shared settings
 */
public record CampaignSummary(List<Campaign> campaigns, List<SummaryGroup> groups) {
    /** The order of jobs in a table: that of a suite. Other jobs follow, by name. */
    private static final List<String> JOBS = List.of(
            "teragen",
            "terasort",
            "teravalidate",
            "teraread",
            "wordcount",
            "shuffle",
            "hdfs-write",
            "sort",
            "testdfsio-write",
            "testdfsio-read",
            "dfsio-write",
            "dfsio-read");

    /**
     * A campaign.
     *
     * @param name its name
     * @param finished its runs that have a record and were not interrupted
     * @param planned the runs of its plan; the finished ones where it was imported
     */
    public record Campaign(String name, int finished, int planned) {}

    public CampaignSummary {
        campaigns = List.copyOf(campaigns);
        groups = List.copyOf(groups);
    }

    /**
     * Sums up records. Only valid runs enter the figures; every other run is listed with its reason.
     *
     * @param runs read once and not closed; memory is needed for a few numbers a run
     * @throws InvalidDocumentException if a run occurs twice: it would be counted twice
     */
    public static CampaignSummary of(Stream<RunRecord> runs) {
        Builder builder = new Builder();
        runs.forEachOrdered(builder::add);
        return builder.build();
    }

    private static final class Builder {
        private final Map<Subject, CellBuilder> cells = new LinkedHashMap<>();
        private final SortedMap<String, Set<String>> finished = new TreeMap<>();
        private final Map<String, Integer> planned = new TreeMap<>();

        void add(RunRecord run) {
            count(run);
            cells.computeIfAbsent(run.subject(), CellBuilder::new).add(run);
        }

        CampaignSummary build() {
            List<Campaign> campaigns = finished.entrySet().stream()
                    .map(entry -> campaign(entry.getKey(), entry.getValue().size()))
                    .toList();
            return new CampaignSummary(campaigns, groups());
        }

        private Campaign campaign(String name, int ended) {
            return new Campaign(name, ended, planned.getOrDefault(name, ended));
        }

        private void count(RunRecord run) {
            Identity id = run.identity();
            if (run.position() != null) {
                planned.merge(id.campaign(), run.position().total(), Math::max);
            }
            Set<String> names = finished.computeIfAbsent(id.campaign(), name -> new HashSet<>());
            if (run.status() != Status.INTERRUPTED && !names.add(id.run())) {
                throw new InvalidDocumentException(
                        "run " + id.run() + " of campaign " + id.campaign() + " occurs twice: give each record once");
            }
        }

        private List<SummaryGroup> groups() {
            Set<Subject> heads = new TreeSet<>(Comparator.comparing(Subject::setup)
                    .thenComparing(head -> compression(head.settings()))
                    .thenComparing(head -> head.settings().toString()));
            cells.keySet().forEach(subject -> heads.add(head(subject)));
            return heads.stream().map(this::group).toList();
        }

        private SummaryGroup group(Subject head) {
            List<CellSummary> members = cells.entrySet().stream()
                    .filter(entry -> head(entry.getKey()).equals(head))
                    .sorted(Map.Entry.comparingByKey(order()))
                    .map(entry -> entry.getValue().build())
                    .toList();
            return new SummaryGroup(head.setup(), new TreeMap<>(head.settings()), members).relativeToTerasort();
        }

        private static Subject head(Subject subject) {
            return new Subject("", subject.setup(), SummaryGroup.shared(subject.settings()));
        }

        // Without compression first: the other tables are read beside it.
        private static String compression(Map<String, String> settings) {
            String codec = settings.getOrDefault("compression", "");
            return codec.equals("none") ? "" : codec;
        }

        private static Comparator<Subject> order() {
            return Comparator.comparingInt((Subject subject) -> rank(subject.job()))
                    .thenComparing(Subject::job)
                    .thenComparing(subject -> subject.settings().toString());
        }

        private static int rank(String job) {
            int rank = JOBS.indexOf(job);
            return rank < 0 ? JOBS.size() : rank;
        }
    }
}
