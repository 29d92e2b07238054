package org.spindlebench.analysis.importer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Makes an export in ALOJA's newest layout. The durations are invented, and the same every time. As in ALOJA's exports,
 * most cells have one run, not every setup was run with every choice of settings, and the faster setups were run more
 * often with the faster settings. So the ratio of overall means is greater than the matched ratio.
 *
 * <p>It needs nothing but the JDK: {@code java AlojaCsvGenerator.java FILE [RUNS [awkward]]}. An awkward export also has
 * thousands of settings with one run each, and rare clusters, as real ones have.
 */
public final class AlojaCsvGenerator {
    /** The number of runs without a second argument. */
    public static final int RUNS = 37_049;

    /** The number of choices of settings. */
    public static final int SETTINGS = 471;

    /** The setup that every job is run on with every choice of settings. */
    public static final String BASELINE = "HDD-ETH";

    private static final String HEADER =
            "ID,Benchmark,Exe.Time,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,"
                    + "Cl.Name,Datanodes,Headnodes,VM.OS,VM.Cores,VM.RAM,Provider,VM.Size,Service.Type,Bench.Type\n";
    private static final int[] MAPS = {8, 10, 12, 16, 24};
    private static final int[] FACTORS = {10, 10, 5, 20, 50};
    private static final int[] BUFFERS = {65536, 65536, 4096, 32768, 131072};
    private static final int[] BLOCKS = {32, 64, 128, 256};
    private static final int MOST_CONTENDERS = 3;
    /** So that 37,049 runs have about 25,000 cells. */
    private static final double RARE = 0.2;

    /** The standard deviation of the logarithms of runs. */
    private static final double RUN_CV = 0.08;
    /** How much the ratio of two setups depends on the settings, as a standard deviation of logarithms. */
    private static final double SETTING_CV = 0.15;

    /** A job, how long it takes, and how much of that is storage. */
    private enum Job {
        TERASORT(2400, 1),
        SORT(1500, 1),
        WORDCOUNT(900, 0),
        BAYES(1100, 0.2),
        KMEANS(1300, 0.1),
        PAGERANK(1450, 0.4),
        DFSIOE_READ(2500, 0.8),
        DFSIOE_WRITE(1250, 0.9),
        NUTCHINDEXING(800, 0.3),
        HIVEBENCH_AGREGATION(600, 0.4),
        HIVEBENCH_JOIN(700, 0.5),
        PREP_TERASORT(300, 0.7),
        PREP_SORT(200, 0.7),
        PREP_WORDCOUNT(290, 0.7),
        PREP_BAYES(120, 0.3),
        PREP_KMEANS(130, 0.3),
        PREP_PAGERANK(305, 0.4),
        PREP_DFSIOE(1600, 0.9);

        private final double seconds;
        private final double storage;

        Job(double seconds, double storage) {
            this.seconds = seconds;
            this.storage = storage;
        }
    }

    /** A disk and a network, and how fast the storage is. */
    private enum Setup {
        HDD_ETH("HDD", "ETH", 1),
        HDD_IB("HDD", "IB", 1.05),
        SSD_ETH("SSD", "ETH", 1.5),
        SSD_IB("SSD", "IB", 1.8),
        RL2_ETH("RL2", "ETH", 0.8),
        RL3_ETH("RL3", "ETH", 0.9),
        HD3_ETH("HD3", "ETH", 1.3);

        private final String disk;
        private final String network;
        private final double speed;

        Setup(String disk, String network, double speed) {
            this.disk = disk;
            this.network = network;
            this.speed = speed;
        }
    }

    /** A cluster, how fast it is, and its columns in the export. */
    private enum Cluster {
        M1000("1,m1000-01,3,1,linux,12,128.000,on-premise,SYS-6027R-72RF,On-premise", 1),
        AL02("2,al-02,3,1,linux,8,56.000,azure,A7,IaaS", 1.6),
        AL03("3,al-03,8,1,linux,8,56.000,azure,A7,IaaS", 0.8),
        AL14("14,al-14,8,1,linux,8,14.000,azure,A4,IaaS", 1.1),
        RL19("19,rl-19,8,1,linux,4,15.000,rackspace,io1-15,IaaS", 1.3),
        MINERVA("22,minerva100-02-18-22,16,1,linux,12,64.000,minerva100,minerva-100,On-Premise", 0.4);

        private final String columns;
        private final double factor;

        Cluster(String columns, double factor) {
            this.columns = columns;
            this.factor = factor;
        }
    }

    private record Settings(Cluster cluster, int maps, int factor, int replication, int buffer, int codec, int block) {
        /** Returns how long jobs take with these settings; more maps and a codec are faster. */
        double duration() {
            return cluster.factor * Math.pow(maps / 12.0, -0.4) * (codec == 0 ? 1 : 0.9) * (1 + 0.1 * replication);
        }
    }

    private record Cell(Job job, Setup setup, Settings settings, double seconds) {}

    private final Random random = new Random(42);
    /** The share of runs with settings, or on clusters, of their own. */
    private final double rare;

    private AlojaCsvGenerator(double rare) {
        this.rare = rare;
    }

    /** Takes the arguments FILE and, if wanted, the number of runs, and the word {@code awkward}. */
    public static void main(String[] args) throws IOException {
        boolean understood = args.length >= 1
                && args.length <= 3
                && (args.length < 2 || args[1].matches("[1-9]\\d{0,6}"))
                && (args.length < 3 || args[2].equals("awkward"));
        if (!understood) {
            throw new IllegalArgumentException("expected: FILE [RUNS [awkward]]");
        }
        write(Path.of(args[0]), args.length == 1 ? RUNS : Integer.parseInt(args[1]), args.length < 3 ? 0 : RARE);
    }

    /** Writes an export; with fewer runs than cells, some of the last choices of settings are missing. */
    public static void write(Path file, int runs) throws IOException {
        write(file, runs, 0);
    }

    private static void write(Path file, int runs, double rare) throws IOException {
        AlojaCsvGenerator generator = new AlojaCsvGenerator(rare);
        List<Cell> cells = generator.cells();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(HEADER);
            for (int id = 1; id <= runs; id++) {
                // Every cell has a run before some have more; those that come first have most.
                int cell = id <= cells.size()
                        ? id - 1
                        : (int) (cells.size() * generator.random.nextDouble() * generator.random.nextDouble());
                out.write(generator.row(id, cells.get(cell)));
            }
        }
    }

    private List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Settings settings : settings()) {
            List<Setup> setups = setups(settings);
            for (Job job : Job.values()) {
                for (Setup setup : setups) {
                    if (setup == Setup.HDD_ETH || random.nextInt(8) > 0) {
                        double ratio = Math.pow(setup.speed, job.storage);
                        double depends = setup == Setup.HDD_ETH ? 0 : SETTING_CV * random.nextGaussian();
                        cells.add(new Cell(
                                job, setup, settings, job.seconds * settings.duration() / ratio * Math.exp(depends)));
                    }
                }
            }
        }
        return cells;
    }

    private Set<Settings> settings() {
        Set<Settings> all = new LinkedHashSet<>();
        while (all.size() < SETTINGS) {
            all.add(new Settings(
                    Cluster.values()[random.nextInt(Cluster.values().length)],
                    oneOf(MAPS),
                    oneOf(FACTORS),
                    1 + random.nextInt(3),
                    oneOf(BUFFERS),
                    random.nextInt(4),
                    oneOf(BLOCKS)));
        }
        return all;
    }

    /** Returns the baseline, and up to three contenders. SSDs are left out more often with slow settings. */
    private List<Setup> setups(Settings settings) {
        List<Setup> others = new ArrayList<>(List.of(Setup.values()));
        others.remove(Setup.HDD_ETH);
        Collections.shuffle(others, random);
        if (settings.duration() > 1 && random.nextInt(3) > 0) {
            others.removeIf(setup -> setup.disk.equals("SSD"));
        }
        List<Setup> setups = new ArrayList<>(List.of(Setup.HDD_ETH));
        setups.addAll(others.subList(0, 1 + random.nextInt(MOST_CONTENDERS)));
        return setups;
    }

    private String row(int id, Cell cell) {
        double seconds = Math.max(1, cell.seconds * Math.exp(RUN_CV * random.nextGaussian()));
        boolean isRare = rare > 0 && random.nextDouble() < rare;
        Settings settings = isRare ? rare(cell.settings) : cell.settings;
        String columns = settings.cluster.columns;
        if (isRare && random.nextInt(8) == 0) {
            int number = 30 + random.nextInt(60);
            columns = columns.replaceFirst("^\\d+,[^,]+", number + ",rare-" + number);
        }
        return String.format(
                Locale.ROOT,
                "%d,%s,%.3f,%s,%s,%d,%d,%d,%d,%d,%d,%s,HiBench\n",
                id,
                cell.job.name().toLowerCase(Locale.ROOT),
                seconds,
                cell.setup.network,
                cell.setup.disk,
                settings.maps,
                settings.factor,
                settings.replication,
                settings.buffer,
                settings.codec,
                settings.block,
                columns);
    }

    private Settings rare(Settings usual) {
        return new Settings(
                usual.cluster,
                1 + random.nextInt(32),
                5 + random.nextInt(60),
                usual.replication,
                1024 << random.nextInt(9),
                usual.codec,
                16 << random.nextInt(6));
    }

    private int oneOf(int[] values) {
        return values[random.nextInt(values.length)];
    }
}
