package org.spindlebench.site;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.NothingPricedException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.TidyRuns;
import org.spindlebench.analysis.report.page.Credibility;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.reports.ChartData;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.site.RunColumns.RunRows;

/**
 * What the site holds of one campaign. Its folder has this document, the campaign's report, each run as a line of
 * numbers for the table of all runs, and for the page of each run its record without tasks and settings of Hadoop.
 *
 * @param campaign the campaign's name
 * @param where the directory or file as it was given
 * @param clusters the clusters of its runs: one, unless a file of another tool has several
 * @param own the cluster of runs whose settings name none
 * @param planned the number of planned runs; the number of ended runs if there is no plan
 * @param reported whether it has a report
 * @param settings whether the report has tables of settings
 * @param answer the report's first sentence; why there is no report if there is none
 * @param trust the worst colour of the report's lights
 * @param doubts what its lights that are not green are about
 * @param damaged why records could not be read
 */
record CampaignPiece(
        String campaign,
        String where,
        List<String> clusters,
        String own,
        Instant first,
        int valid,
        int others,
        int planned,
        boolean reported,
        boolean settings,
        List<String> setups,
        List<String> jobs,
        String answer,
        String trust,
        List<String> doubts,
        List<String> damaged,
        List<CampaignLevels> levels) {
    static final String FILE = "campaign.json";
    /** The name of a report's page. */
    static final String REPORT = "report.html";

    static final String ROWS = "rows.json";
    static final String RECORDS = "records.js";
    /** The column of the cluster in the table of all runs. */
    static final String CLUSTER = "cluster";
    /** What precedes the records in their file, which is a script, because browsers read no other file of a folder. */
    static final String BEFORE_RECORDS = "site.records([\n";

    private static final int MOST_DAMAGED = 20;
    private static final double GIB = 1L << 30;
    private static final String UNKNOWN = "unknown";
    private static final String EMBEDDED = "embedded";
    private static final Set<String> VAGUE = Set.of(UNKNOWN, EMBEDDED);

    CampaignPiece {
        clusters = List.copyOf(clusters);
        setups = List.copyOf(setups);
        jobs = List.copyOf(jobs);
        doubts = List.copyOf(doubts);
        damaged = List.copyOf(damaged);
        levels = List.copyOf(levels);
    }

    /** Returns the address of the report; null if there is none. */
    String page(String folder) {
        return reported ? SiteFolder.CAMPAIGNS + "/" + folder + "/" + REPORT : null;
    }

    /** Returns the address of the tables of settings; null if there are none. */
    String tables(String folder) {
        return settings ? SiteFolder.CAMPAIGNS + "/" + folder + "/" + SettingsScript.FILE : null;
    }

    /** Returns the cluster of one of its runs. */
    String cluster(RunRecord run) {
        return clusters.size() == 1 ? clusters.get(0) : named(run).orElse(own);
    }

    /** Checks whether runs of its plan are still to come. */
    boolean hasMoreToCome() {
        return valid + others < planned;
    }

    /**
     * Writes the folder of a campaign.
     *
     * @param cluster the cluster's made-up name; null for its own
     */
    static CampaignPiece write(SiteSource source, PriceList prices, String cluster, Path folder, PrintStream err)
            throws IOException {
        Maker maker = new Maker(source, cluster);
        CampaignPiece piece;
        try (Writer rows = Files.newBufferedWriter(folder.resolve(ROWS));
                BufferedWriter records = Files.newBufferedWriter(folder.resolve(RECORDS))) {
            records.write(BEFORE_RECORDS);
            rows.write(RunRows.BEFORE);
            maker.read(rows, records);
            records.write("]);\n");
            rows.write("]}\n");
            piece = maker.piece(prices, folder, err);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        JsonDocument.write(folder.resolve(FILE), piece);
        return piece;
    }

    static CampaignPiece read(Path folder) throws IOException {
        return JsonDocument.read(folder.resolve(FILE), CampaignPiece.class);
    }

    /** Returns a run's record without what only its campaign's report shows. */
    static RunRecord brief(RunRecord run) {
        return new RunRecord(
                run.schema(),
                run.identity(),
                run.source(),
                run.position(),
                run.subject(),
                run.hardware(),
                run.status(),
                run.reasons(),
                null,
                run.warnings(),
                run.times(),
                run.steps(),
                run.cost(),
                run.sizes(),
                run.throughput() == null ? null : run.throughput().withoutSamples(),
                run.program(),
                run.wave(),
                run.cache(),
                run.evidence() == null ? null : run.evidence().withoutSamples(),
                run.proof(),
                null,
                null,
                null,
                run.metrics(),
                run.software());
    }

    /** Reads a source once, and collects what the piece needs. */
    private static final class Maker {
        private final SiteSource source;
        private final String cluster;
        private final CampaignLevels.Collector levels = new CampaignLevels.Collector();
        private final List<String> damaged = new ArrayList<>();
        private final TreeSet<String> named = new TreeSet<>();
        private final Map<String, Integer> found = new TreeMap<>();
        private final TreeSet<String> setups = new TreeSet<>();
        private final TreeSet<String> jobs = new TreeSet<>();
        private int unreadable;
        private int valid;
        private int all;
        private Runs runs;
        private String problem;
        private String campaign;
        private Instant first;

        Maker(SiteSource source, String cluster) {
            this.source = source;
            this.cluster = cluster;
        }

        void read(Writer rows, Writer records) throws IOException {
            try (Stream<RunRecord> found = source.records(this::note)) {
                runs = Runs.of(found.peek(run -> add(run, rows, records)));
            } catch (InvalidDocumentException e) {
                // The records after this one were not read.
                problem = e.getMessage();
                note(problem);
            }
            if (unreadable > damaged.size()) {
                damaged.add("and " + (unreadable - damaged.size()) + " more");
            }
        }

        private void note(String unread) {
            unreadable++;
            if (damaged.size() < MOST_DAMAGED) {
                damaged.add(unread);
            }
        }

        private void add(RunRecord run, Writer rows, Writer records) {
            all++;
            valid += run.status() == Status.OK ? 1 : 0;
            campaign = campaign == null ? run.identity().campaign() : campaign;
            levels.add(run);
            Optional<String> ofRun = cluster == null ? named(run) : Optional.of(cluster);
            ofRun.ifPresentOrElse(named::add, () -> found.merge(hdfs(run), 1, Integer::sum));
            setups.add(run.subject().setup());
            jobs.add(run.subject().job());
            Stream.ofNullable(run.times())
                    .flatMap(times -> Stream.of(times.clientSubmitted(), times.yarnStarted(), times.yarnFinished()))
                    .filter(Objects::nonNull)
                    .forEach(this::note);
            try {
                Map<String, Object> row = TidyRuns.row(run);
                ofRun.ifPresent(name -> row.put(CLUSTER, name));
                rows.write((all == 1 ? "" : ",\n") + JsonDocument.line(row));
                records.write(JsonDocument.line(brief(run)));
                records.write(",\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void note(Instant time) {
            first = first == null || time.isBefore(first) ? time : first;
        }

        CampaignPiece piece(PriceList prices, Path folder, PrintStream err) throws IOException {
            String answer;
            boolean isReported = false;
            boolean hasSettings = false;
            String trust = StatusLight.Colour.RED.word();
            List<String> doubts = List.of();
            int planned = all;
            try {
                if (runs == null || runs.cells().isEmpty()) {
                    throw new InvalidDocumentException(problem == null ? "no run has ended yet" : problem);
                }
                Problems problems = new Problems();
                Findings findings = findings(List.of(source.path()), runs, prices, problems, err::println);
                problems.list().forEach(one -> damaged.add(one.key() + ": " + one.reason()));
                boolean isEnded = Files.exists(new CampaignDirectory(source.path()).ended());
                planned = isEnded
                        ? all
                        : runs.campaigns().stream().mapToInt(Campaign::planned).sum();
                RunEvidence evidence = ChartData.of(List.of(source.path()), findings, err);
                Reports.writePage(folder.resolve(REPORT), findings, evidence);
                hasSettings = SettingsScript.write(findings, folder);
                answer = Reports.headline(findings);
                isReported = true;
                List<StatusLight> lights = Credibility.of(findings, evidence);
                trust = worst(lights);
                doubts = doubts(lights);
            } catch (InvalidDocumentException | IllegalArgumentException e) {
                answer = e.getMessage();
            }
            return new CampaignPiece(
                    campaign == null ? source.name() : campaign,
                    cluster == null ? source.path().toString() : String.valueOf(campaign),
                    clusters(),
                    likely(found),
                    first,
                    valid,
                    all - valid,
                    planned,
                    isReported,
                    hasSettings,
                    List.copyOf(setups),
                    List.copyOf(jobs),
                    answer,
                    trust,
                    doubts,
                    damaged,
                    levels.levels(campaign, measured()));
        }

        /** Returns the measurements of devices beside the campaign. A file that cannot be read is told with its report. */
        private MeasuredSetups measured() {
            try {
                return MeasuredSetups.read(MeasuredSetups.beside(source.path()));
            } catch (IOException | InvalidDocumentException e) {
                return MeasuredSetups.NONE;
            }
        }

        private List<String> clusters() {
            TreeSet<String> clusters = new TreeSet<>(named);
            if (!found.isEmpty() || named.isEmpty()) {
                clusters.add(likely(found));
            }
            return List.copyOf(clusters);
        }

        private static List<String> doubts(List<StatusLight> lights) {
            return lights.stream()
                    .filter(light -> light.colour() != StatusLight.Colour.GREEN)
                    .map(light -> light.about() + ": " + light.says())
                    .toList();
        }

        private static String worst(List<StatusLight> lights) {
            return Stream.of(StatusLight.Colour.RED, StatusLight.Colour.AMBER)
                    .filter(colour -> lights.stream().anyMatch(light -> light.colour() == colour))
                    .findFirst()
                    .orElse(StatusLight.Colour.GREEN)
                    .word();
        }
    }

    /** Returns the cluster that a run's settings name; empty if they name none. */
    private static Optional<String> named(RunRecord run) {
        return Stream.of("cluster_name", CLUSTER)
                .map(setting -> run.subject().settings().get(setting))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * Returns the name of the HDFS that a run used. A cluster on the client's own machine is named after the machine's
     * processors and memory, so that two machines are two clusters. Runs that failed may not state it.
     */
    private static String hdfs(RunRecord run) {
        String hdfs = run.configuration().get("fs.defaultFS");
        if (hdfs == null) {
            return run.source() == null ? UNKNOWN : run.identity().campaign();
        }
        try {
            String host = URI.create(hdfs).getHost();
            return host == null || host.equals("localhost") || host.startsWith("127.") ? embedded(run) : host;
        } catch (IllegalArgumentException notAnAddress) {
            return UNKNOWN;
        }
    }

    /** Returns the most frequent name; a name that says little only if there is no other. */
    private static String likely(Map<String, Integer> names) {
        return names.entrySet().stream()
                .max(Comparator.<Map.Entry<String, Integer>>comparingInt(name -> VAGUE.contains(name.getKey()) ? 0 : 1)
                        .thenComparingInt(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(UNKNOWN);
    }

    /** Returns the first name of a cluster that says something. */
    static String clusterOf(Stream<RunRecord> runs) {
        return runs.map(run -> named(run).orElseGet(() -> hdfs(run)))
                .filter(name -> !VAGUE.contains(name))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /**
     * Returns the findings of whole campaigns, with their experiments' baseline, hypotheses and prices.
     *
     * @param unpriced receives why there are no costs, if the prices are of other setups
     */
    static Findings findings(
            List<Path> places, Runs runs, PriceList prices, Problems problems, Consumer<String> unpriced) {
        SavedStudy study = SavedStudy.of(places, places.get(0), problems);
        ComparisonOptions based =
                ComparisonOptions.standard().with(study.study()).against(study.baseline(runs));
        try {
            return Findings.of(runs, based.withPrices(prices == null ? study.pricesOf(runs) : prices));
        } catch (NothingPricedException e) {
            unpriced.accept("warning: " + places.get(0) + ": no costs: " + e.getMessage());
            return Findings.of(runs, based);
        }
    }

    private static String embedded(RunRecord run) {
        return Stream.ofNullable(run.evidence())
                .flatMap(evidence -> evidence.layout().stream())
                .filter(node -> node.cpu() != null && node.memory() != null)
                .findFirst()
                .map(node -> EMBEDDED + ", " + node.cpu().threads() + " threads of "
                        + node.cpu().model() + ", " + Math.round(node.memory() / GIB) + " GiB")
                .orElse(EMBEDDED);
    }
}
