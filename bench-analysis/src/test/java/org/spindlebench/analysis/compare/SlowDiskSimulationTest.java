package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.cell.DiskKind;
import org.spindlebench.analysis.cell.DiskKind.DiskSpeed;
import org.spindlebench.analysis.cell.DiskKind.KnownDisk;
import org.spindlebench.analysis.stats.Sample;

/**
 * Counts how often a disk is named as slow, with and without one that is: {@code mvn test -Psimulation -pl bench-analysis
 * -Dtest=SlowDiskSimulationTest -Dspindle.documents=write} writes the table into docs/evidence/simulation.md. Every build counts
 * fewer campaigns.
 */
class SlowDiskSimulationTest {
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 1000);
    private static final Path DOCUMENT = Path.of("..", "docs", "evidence", "simulation.md");
    private static final String HEAD =
            "| disks | campaign | noise | healthy: any named | one at | found | another named | campaigns |\n";
    private static final List<double[]> RECORDED = recorded();

    /** How the disks of a simulated campaign differ from run to run. */
    private enum Noise {
        /** As in recorded runs: the deviations of one of them, drawn anew for each disk. */
        RECORDED("recorded"),
        /** Lasting differences of 2 %, at most 8 % below; 1.5 % from run to run; a twentieth of all takes 1.5 times as long. */
        STRAGGLERS("2 %, 1.5 %, stragglers"),
        /** The same, but a twentieth takes 1.5 times as long in a whole visit. */
        STRAGGLING_VISITS("2 %, 1.5 %, straggling visits");

        private final String text;

        Noise(String text) {
            this.text = text;
        }
    }

    /** A campaign: its visits, and the runs of each visit. With 0 visits, runs belong to none. */
    private record Campaign(int nodes, int disksOfNode, int visits, int runs, Noise noise, double planted) {
        int disks() {
            return nodes * disksOfNode;
        }

        /** Returns the disks that are named, in one round; the last disk is slow if a share below 1 is planted. */
        List<String> named(int round, double share) {
            Random random = new Random(0x9e3779b97f4a7c15L * (round + 1L));
            double[] lasting = new double[disks()];
            Arrays.setAll(
                    lasting,
                    disk -> noise == Noise.RECORDED ? 0 : Math.max(Math.log(0.92), 0.02 * random.nextGaussian()));
            lasting[disks() - 1] = share < 1 ? Math.log(share) : lasting[disks() - 1];
            List<List<DiskSpeed>> all = IntStream.range(0, disks())
                    .mapToObj(disk -> (List<DiskSpeed>) new ArrayList<DiskSpeed>())
                    .toList();
            for (int visit = 0; visit < Math.max(1, visits); visit++) {
                double[] ofVisit = IntStream.range(0, disks())
                        .mapToDouble(disk -> noise == Noise.STRAGGLING_VISITS ? straggle(random) : 0)
                        .toArray();
                for (int run = 0; run < runs; run++) {
                    String unit = visits == 0 ? "run " + run : "visit " + visit;
                    Instant start = Instant.EPOCH.plusSeconds(100L * visit + run);
                    double[] ratios = logRatios(random, lasting, ofVisit);
                    IntStream.range(0, disks())
                            .forEach(disk -> all.get(disk).add(new DiskSpeed(unit, start, ratios[disk])));
                }
            }
            List<KnownDisk> known = IntStream.range(0, disks())
                    .mapToObj(disk -> new KnownDisk("node" + disk / disksOfNode, "disk" + disk, "", all.get(disk)))
                    .toList();
            DiskKind kind = new DiskKind("setup", "HDD", true, known);
            DiskFinding finding = DiskFinding.of(List.of(kind), 0.95).get(0);
            return finding.slow().stream().map(DiskFinding.SlowDisk::device).toList();
        }

        /** Returns each disk's logarithm less the median, as a record gives it. */
        private double[] logRatios(Random random, double[] lasting, double[] ofVisit) {
            double[] recorded = RECORDED.get(random.nextInt(RECORDED.size()));
            double[] speeds = new double[disks()];
            Arrays.setAll(
                    speeds,
                    disk -> lasting[disk]
                            + ofVisit[disk]
                            + switch (noise) {
                                case RECORDED -> recorded[random.nextInt(recorded.length)];
                                case STRAGGLERS -> 0.015 * random.nextGaussian() + straggle(random);
                                case STRAGGLING_VISITS -> 0.015 * random.nextGaussian();
                            });
            double median = Sample.of(speeds).median();
            return Arrays.stream(speeds).map(speed -> speed - median).toArray();
        }

        private static double straggle(Random random) {
            return random.nextInt(20) == 0 ? -Math.log(1.5) : 0;
        }

        /** Counts the campaigns: healthy ones with a name, planted ones that are found, and those with another name. */
        double[] rates(int rounds) {
            String slow = "disk" + (disks() - 1);
            return IntStream.range(0, rounds)
                    .parallel()
                    .mapToObj(round -> {
                        List<String> planted = named(round, this.planted);
                        boolean found = planted.contains(slow);
                        boolean any = !named(rounds + round, 1).isEmpty();
                        return new double[] {any ? 1 : 0, found ? 1 : 0, planted.size() > (found ? 1 : 0) ? 1 : 0};
                    })
                    .reduce(new double[3], (sum, one) ->
                            new double[] {sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]});
        }

        String row(double[] counts, int rounds) {
            String size = nodes == 1 ? Integer.toString(disks()) : nodes + " x " + disksOfNode;
            String shape = visits == 0 ? runs + " runs" : visits + "x" + runs;
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.1f | %.0f %% | %.1f | %.1f | %d |",
                    size,
                    shape,
                    noise.text,
                    100 * counts[0] / rounds,
                    100 * (planted - 1),
                    100 * counts[1] / rounds,
                    100 * counts[2] / rounds,
                    rounds);
        }
    }

    private static List<Campaign> campaigns() {
        return List.of(
                new Campaign(1, 11, 0, 6, Noise.RECORDED, 0.8),
                new Campaign(1, 11, 4, 2, Noise.RECORDED, 0.8),
                new Campaign(1, 11, 6, 4, Noise.RECORDED, 0.8),
                new Campaign(1, 11, 0, 6, Noise.STRAGGLERS, 0.8),
                new Campaign(300, 24, 0, 6, Noise.STRAGGLERS, 0.85),
                new Campaign(300, 24, 0, 12, Noise.STRAGGLERS, 0.85),
                new Campaign(300, 24, 4, 3, Noise.STRAGGLERS, 0.85),
                new Campaign(300, 24, 6, 2, Noise.STRAGGLING_VISITS, 0.85));
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
    void slow_disks_are_found_and_no_others_named() throws IOException {
        List<String> rows =
                campaigns().stream().map(one -> counted(one, ROUNDS)).toList();
        if ("write".equals(System.getProperty("spindle.documents"))) {
            String document = Files.readString(DOCUMENT);
            int from = document.indexOf('\n', document.indexOf(HEAD) + HEAD.length()) + 1;
            String tail = document.substring(document.indexOf("\n\n", from - 1));
            Files.writeString(DOCUMENT, document.substring(0, from) + String.join("\n", rows) + tail);
        }
    }

    @Test
    void a_few_campaigns_keep_the_rates_too() {
        campaigns().forEach(one -> counted(one, one.nodes == 1 ? 100 : 4));
    }

    @Test
    void the_document_has_a_row_of_every_campaign() throws IOException {
        String document = Files.readString(DOCUMENT);
        List<String> rows = document.substring(document.indexOf(HEAD))
                .lines()
                .skip(2)
                .takeWhile(line -> !line.isEmpty())
                .toList();
        assertThat(rows).hasSameSizeAs(campaigns());
        assertThat(campaigns()).allSatisfy(one -> assertThat(rows)
                .anyMatch(row -> row.startsWith(one.row(new double[3], 1).split(" \\| 0.0 \\|")[0] + " | ")));
    }

    /** Counts, and fails if a rate is worse than promised by more than two standard errors. */
    private static String counted(Campaign one, int rounds) {
        double[] counts = one.rates(rounds);
        String row = one.row(counts, rounds);
        double wrong = 0.05 * rounds + 2 * Math.sqrt(0.05 * rounds);
        double missed = (one.nodes == 1 ? 0.05 : 0.1) * rounds;
        assertThat(counts[0]).as(row).isLessThanOrEqualTo(wrong);
        assertThat(counts[2]).as(row).isLessThanOrEqualTo(wrong);
        assertThat(rounds - counts[1]).as(row).isLessThanOrEqualTo(missed + 2 * Math.sqrt(missed));
        return row;
    }

    /** Returns the deviations of bytes a busy second from their median, of each group of recorded runs, as logarithms. */
    private static List<double[]> recorded() {
        Map<String, List<Double>> groups = new LinkedHashMap<>();
        try (InputStream in = SlowDiskSimulationTest.class.getResourceAsStream("recorded-disks.csv")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(line -> line.split(","))
                    .forEach(cells -> groups.computeIfAbsent(cells[0], none -> new ArrayList<>())
                            .add(Math.log(Double.parseDouble(cells[1]) / Double.parseDouble(cells[2]))));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return groups.values().stream()
                .map(speeds -> {
                    double median = Sample.of(speeds).median();
                    return speeds.stream().mapToDouble(speed -> speed - median).toArray();
                })
                .toList();
    }
}
