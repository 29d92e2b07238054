package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.record.Records;

/**
 * Gives the shipped studies what their publications print, and demands that they support what the publications claim.
 * Each value is measured in six visits, which vary like normal quantiles with a CV of 1.5 %. Where a publication prints
 * no number, as in Cloudera's figures, the values agree with every number that it prints elsewhere.
 */
class PrintedClaimsTest {
    private static final int VISITS = 6;
    private static final double CV = 0.015;
    private static final List<Double> QUANTILES = quantiles();
    private static final List<String> HDFS_HEAVY = List.of("teragen", "teravalidate", "teraread", "hdfs-write");
    private static final List<String> SHUFFLE_HEAVY = List.of("terasort", "shuffle");

    private final List<String> lines = new ArrayList<>();

    /** Returns the normal quantiles of 1/12, 3/12, ... 11/12, scaled to a standard deviation of 1. */
    private static List<Double> quantiles() {
        List<Double> raw = List.of(
                -1.382994127100639,
                -0.6744897501960817,
                -0.21042839424792467,
                0.21042839424792467,
                0.6744897501960817,
                1.382994127100639);
        double sd = Math.sqrt(raw.stream().mapToDouble(value -> value * value).sum() / (VISITS - 1));
        return raw.stream().map(value -> value / sd).toList();
    }

    /** Adds a job with a mean duration, and more fields of each record, which vary with the visit. */
    private void job(String setup, String job, Map<String, String> settings, double seconds, Field... fields) {
        for (int visit = 0; visit < VISITS; visit++) {
            double factor = 1 + CV * QUANTILES.get(visit);
            String of = settings.entrySet().stream()
                    .map(one -> "\"" + one.getKey() + "\":\"" + one.getValue() + "\"")
                    .collect(Collectors.joining(","));
            StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT,
                    "{\"schema\":1,\"identity\":{\"campaign\":\"c\",\"run\":\"%d\",\"suite\":\"s\"},"
                            + "\"position\":{\"index\":%d,\"total\":9999,\"block\":%d,\"repeat\":%d,\"seed\":1,\"visit\":%d},"
                            + "\"subject\":{\"job\":\"%s\",\"setup\":\"%s\",\"settings\":{%s}},\"status\":\"ok\","
                            + "\"times\":{\"elapsed\":%.9f}",
                    lines.size() + 1,
                    lines.size() + 1,
                    visit + 1,
                    visit + 1,
                    visit + 1 + 100 * Math.floorMod(setup.hashCode(), 1000),
                    job,
                    setup,
                    of,
                    seconds * factor));
            for (Field field : fields) {
                line.append(",").append(field.at(factor));
            }
            lines.add(line.append("}").toString());
        }
    }

    /** A part of a record that varies with the visit. */
    private interface Field {
        String at(double factor);
    }

    private static Field throughput(double mebibytes) {
        return factor -> String.format(
                Locale.ROOT, "\"throughput\":{\"steady\":{\"mean\":%.6f}}", mebibytes * 1024 * 1024 * factor);
    }

    /** Makes evidence of the processors, and of requests of each role, in KiB; 0 for none. */
    private static Field evidence(double busy, double hdfs, double shuffle) {
        return factor -> String.format(
                Locale.ROOT,
                "\"evidence\":{\"proofs\":{\"roles\":[%s,%s],\"cpu\":{\"nodes\":1,\"busy\":%.6f}}}",
                role("hdfs", hdfs * factor),
                role("shuffle", shuffle * (2 - factor)),
                busy * factor);
    }

    private static String role(String name, double kib) {
        return kib == 0
                ? "{\"role\":\"" + name + "\",\"origin\":\"measured\",\"nodes\":1,\"reason\":\"unknown\"}"
                : String.format(
                        Locale.ROOT,
                        "{\"role\":\"%s\",\"origin\":\"measured\",\"nodes\":1,\"reads\":1000,\"writes\":1000,"
                                + "\"bytesPerRead\":%.6f,\"bytesPerWrite\":%.6f}",
                        name,
                        kib * 1024,
                        kib * 1024);
    }

    /** Makes the phases of one reduce, in seconds. */
    private static Field phases(double shuffle, double reduce) {
        return factor ->
                "\"tasks\":[{\"attempt\":\"r\",\"kind\":\"reduce\",\"host\":\"h\",\"state\":\"SUCCEEDED\",\"started\":"
                        + at(0) + ",\"shuffleFinished\":" + at(shuffle * factor) + ",\"sortFinished\":"
                        + at(shuffle * factor + 1) + ",\"finished\":" + at(shuffle * factor + 1 + reduce * factor)
                        + "}]";
    }

    private static String at(double seconds) {
        return "\"" + Instant.parse("2026-03-01T10:00:00Z").plusMillis(Math.round(seconds * 1000)) + "\"";
    }

    /** Returns the verdict on each hypothesis of a shipped study, by what it says. */
    private Map<String, Verdict> verdicts(String experiment) throws IOException {
        Problems problems = new Problems();
        Experiment read = ExperimentReader.read(experiment, conf("experiments/" + experiment), problems)
                .orElseThrow();
        PriceList prices = PriceListReader.read(read.prices(), conf("prices/" + read.prices()), problems)
                .orElseThrow();
        assertThat(problems.list()).isEmpty();
        byte[] records = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        Findings findings = Findings.of(
                Runs.of(Records.read(new ByteArrayInputStream(records), "printed")),
                ComparisonOptions.standard()
                        .against(read.setups().get(0))
                        .withPrices(prices)
                        .with(new Study(read.figure(), read.hypotheses())));
        Map<String, Verdict> verdicts = new TreeMap<>();
        for (Judgement one : findings.judgements()) {
            verdicts.put(one.hypothesis().says(), one.verdict());
        }
        return verdicts;
    }

    private static String conf(String name) throws IOException {
        return Files.readString(Path.of("..", "conf", name + ".yaml"));
    }

    /** Demands that all hypotheses are supported, except for those whose text starts with one of these. */
    private static void supported(Map<String, Verdict> verdicts, String... contradicted) {
        List<String> not = verdicts.keySet().stream()
                .filter(says -> Stream.of(contradicted).anyMatch(says::startsWith))
                .toList();
        assertThat(not).as("named as contradicted").hasSize(contradicted.length);
        assertThat(verdicts).allSatisfy((says, verdict) -> assertThat(verdict)
                .as(says)
                .isEqualTo(not.contains(says) ? Verdict.CONTRADICTED : Verdict.SUPPORTED));
    }

    @Test
    void sandisks_table_4_supports_its_claims() throws IOException {
        job("all-hdd", "testdfsio-read", Map.of(), 1756);
        job("all-hdd", "testdfsio-write", Map.of(), 5131);
        job("all-ssd", "testdfsio-read", Map.of(), 485);
        job("all-ssd", "testdfsio-write", Map.of(), 1319);
        job("all-hdd", "dfsio-read", Map.of(), 1756, throughput(722.56));
        job("all-hdd", "dfsio-write", Map.of(), 5131, throughput(218.36));
        job("all-ssd", "dfsio-read", Map.of(), 485, throughput(4086.78));
        job("all-ssd", "dfsio-write", Map.of(), 1319, throughput(952.35));

        supported(verdicts("sandisk"));
    }

    /**
     * Table 2 has the fastest run of each setup, here with the number of containers that section 4.2 calls the fastest.
     * What other settings took follows from the speed-ups of section 5, which are means over all settings.
     */
    @Test
    void alojas_table_2_and_mean_speed_ups_support_its_claims_but_two() throws IOException {
        Map<String, List<Double>> fastestAndMean = Map.ofEntries(
                Map.entry("ss2-ib", List.of(207.0, 250.0)),
                Map.entry("ss2-eth", List.of(258.0, 280.0)),
                Map.entry("ssd-ib", List.of(265.0, 300.0)),
                Map.entry("ssd-eth", List.of(348.0, 380.0)),
                Map.entry("hs5-ib", List.of(228.0, 300.0)),
                Map.entry("hs5-eth", List.of(275.0, 320.0)),
                Map.entry("hd5-ib", List.of(325.0, 667.0)),
                Map.entry("hd5-eth", List.of(348.0, 800.0)),
                Map.entry("hdd-ib", List.of(900.0, 1200.0)),
                Map.entry("hdd-eth", List.of(1000.0, 1300.0)));
        fastestAndMean.forEach((setup, of) -> {
            double slow = Math.sqrt(Math.pow(of.get(1), 3) / of.get(0));
            Field phases = phases(setup.startsWith("hs5") ? 60 : 120, 100);
            String best = fastestContainers(setup);
            for (String containers : List.of("12", "16", "24")) {
                Map<String, String> settings = Map.of("containers_per_node", containers);
                double slower = containers.equals("12") ? 1 : 1.3;
                job(setup, "terasort", settings, containers.equals(best) ? of.get(0) : slow, phases);
                job(setup, "wordcount", settings, 500 * slower);
                job(setup, "dfsio-read", settings, (setup.endsWith("eth") ? 320 : 200) * slower);
            }
        });

        supported(
                verdicts("aloja"),
                "InfiniBand is 60 % faster than Ethernet on average (section 5)",
                "The fastest SSD configuration gains 13 %");
    }

    private static String fastestContainers(String setup) {
        if (setup.startsWith("hd")) {
            return "12";
        }
        return setup.startsWith("hs5") || setup.equals("ss2-ib") ? "24" : "16";
    }

    /** Without a run that differs only in the setting, the claim is not decided, and its evidence says so. */
    @Test
    void containers_that_were_not_varied_are_not_judged() throws IOException {
        job("hd5-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "12", "compression", "snappy"), 400);

        assertThat(verdicts("aloja"))
                .containsEntry("16 containers per node are the fastest on 1 SSD with Ethernet.", Verdict.UNDECIDED);
    }

    @Test
    void containers_that_are_slower_than_others_contradict() throws IOException {
        job("hd5-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "12"), 400);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "24"), 250);

        assertThat(verdicts("aloja"))
                .containsEntry("16 containers per node are the fastest on 1 SSD with Ethernet.", Verdict.CONTRADICTED);
    }

    /** All runs with 24 containers failed, so nothing says that 16 are faster. */
    @Test
    void a_number_of_containers_without_valid_runs_leaves_the_claim_open() throws IOException {
        job("hd5-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "12"), 400);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "16"), 300);
        int before = lines.size();
        job("ssd-eth", "terasort", Map.of("containers_per_node", "24"), 350);
        lines.replaceAll(line -> lines.indexOf(line) < before
                ? line
                : line.replace("\"status\":\"ok\"", "\"status\":\"failed\",\"reasons\":[\"it failed\"]"));

        assertThat(verdicts("aloja"))
                .containsEntry("16 containers per node are the fastest on 1 SSD with Ethernet.", Verdict.UNDECIDED);
    }

    /** Fewer containers leave the device idle, which does not matter for a claim about containers. */
    @Test
    void idle_storage_does_not_keep_a_claim_about_containers_from_a_contradiction() throws IOException {
        Field idle = evidence(0.3, 200, 125);
        job("hd5-eth", "terasort", Map.of("containers_per_node", "16"), 300, idle);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "16"), 300, idle);
        job("ssd-eth", "terasort", Map.of("containers_per_node", "24"), 250, idle);

        assertThat(verdicts("aloja"))
                .containsEntry("16 containers per node are the fastest on 1 SSD with Ethernet.", Verdict.CONTRADICTED);
    }

    private void paper(String setup, String compression, double hdfs, double shuffle, double wordcount) {
        Map<String, String> settings = Map.of("compression", compression);
        HDFS_HEAVY.forEach(job -> job(setup, job, settings, hdfs));
        SHUFFLE_HEAVY.forEach(job ->
                job(setup, job, settings, job.equals("shuffle") ? shuffle * 0.95 : shuffle, evidence(0.61, 0, 0)));
        job(setup, "wordcount", settings, wordcount, evidence(0.9, 0, 0));
    }

    /** Figure 2 prints no numbers. These have a gain of 70 % at most, and cost 2.5 times as much per performance. */
    @Test
    void cloudera_new_cluster_supports_its_claims_but_hypothesis_2() throws IOException {
        paper("hdd-11", "none", 120, 161.5, 103);
        paper("ssd", "none", 100, 100, 100);
        paper("hdd-11", "snappy", 120, 104, 103);
        paper("ssd", "snappy", 100, 100, 100);

        supported(verdicts("new-cluster"), "Hypothesis 2");
    }

    @Test
    void all_jobs_together_are_not_judged_without_one_of_them() throws IOException {
        paper("hdd-11", "none", 120, 161.5, 103);
        paper("ssd", "none", 100, 100, 100);
        lines.removeIf(line -> line.contains("\"wordcount\",\"setup\":\"ssd\""));

        assertThat(verdicts("new-cluster"))
                .containsEntry("Abstract: SSDs cost 2.5 times as much per performance.", Verdict.UNDECIDED)
                .containsEntry("Hypothesis 1: SSDs make shuffle-heavy jobs faster.", Verdict.SUPPORTED);
    }

    /** One side states its throughput over the streams only, which is another quantity. */
    @Test
    void different_kinds_of_throughput_are_not_compared() throws IOException {
        job("all-hdd", "dfsio-read", Map.of(), 1756, throughput(722.56));
        job(
                "all-ssd",
                "dfsio-read",
                Map.of(),
                485,
                factor -> "\"throughput\":{\"overStreams\":" + 4086.78 * 1024 * 1024 * factor + "}");

        assertThat(verdicts("sandisk"))
                .containsEntry(
                        "Table 4: reading moves 5.66 times as many bytes per second with SSDs.", Verdict.UNDECIDED);
    }

    @Test
    void cloudera_upgrade_supports_its_claims() throws IOException {
        for (String compression : List.of("none", "snappy")) {
            paper("hdd-6", compression, 150, 150, 105);
            paper("hdd-11", compression, 100, 100, 100);
            paper("hybrid", compression, 103, 103, 100);
        }
        supported(verdicts("upgrade"));
    }

    @Test
    void cloudera_hybrid_modes_support_its_claims() throws IOException {
        paper("hybrid", "none", 100, 100, 100);
        paper("hybrid-ssd-for-shuffle", "none", 130, 80, 100);
        paper("hybrid-ssd-for-hdfs", "none", 80, 130, 100);

        supported(verdicts("hybrid-modes"));
    }

    @Test
    void cloudera_hybrid_split_supports_its_claims() throws IOException {
        for (String compression : List.of("none", "snappy")) {
            paper("hdd-6", compression, 150, 150, 105);
            paper("hdd-11", compression, 100, 100, 100);
            paper("hybrid", compression, 103, 103, 100);
            paper("hybrid-split", compression, 80, 80, 100);
        }
        supported(verdicts("hybrid-split"));
    }

    @Test
    void cloudera_data_size_supports_its_claims() throws IOException {
        for (String job : SHUFFLE_HEAVY) {
            Map<String, String> small = Map.of("compression", "snappy", "bytes_per_node", "33000000000");
            Map<String, String> large = Map.of("compression", "snappy", "bytes_per_node", "330000000000");
            job("hdd-11", job, small, 104);
            job("ssd", job, small, 100);
            job("hdd-11", job, large, 1400);
            job("ssd", job, large, 1000);
        }
        supported(verdicts("data-size"));
    }

    @Test
    void cloudera_io_sizes_support_its_claims() throws IOException {
        Map<String, String> settings = Map.of("compression", "snappy");
        job("hdd-11-parts", "terasort", settings, 120, evidence(0.6, 200, 125));
        job("ssd-parts", "terasort", settings, 100, evidence(0.6, 400, 250));

        supported(verdicts("io-sizes"));
    }
}
