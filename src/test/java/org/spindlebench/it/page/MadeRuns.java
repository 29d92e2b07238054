package org.spindlebench.it.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;

/** Makes invented runs, as files that importers read and as records. The same seed gives the same file. */
final class MadeRuns {
    private static final long SEED = 20260301;
    private static final Instant FIRST = Instant.parse("2026-03-01T10:00:00Z");
    private static final List<String> JOBS =
            List.of("teragen", "terasort", "teravalidate", "wordcount", "shuffle", "dfsio-write", "sort", "pagerank");

    private MadeRuns() {}

    /** Writes jobs on setups with compression off and on, in randomised blocks: 8 jobs x 2 x setups x repeats. */
    static Path csv(Path directory, List<String> setups, int repeats) throws IOException {
        Random random = new Random(SEED);
        StringBuilder text =
                new StringBuilder("job,setup,duration_s,status,started_at,compression,bytes_per_node,cache\n");
        int second = 0;
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (String job : JOBS) {
                for (int setup = 0; setup < setups.size(); setup++) {
                    for (String compression : List.of("none", "snappy")) {
                        double mean = 100.0 + 40 * JOBS.indexOf(job);
                        double speedUp = 1 + 0.25 * setup * (compression.equals("none") ? 1 : 0.2);
                        double seconds = mean / speedUp * (1 + 0.03 * random.nextGaussian());
                        second += 300;
                        text.append(String.format(
                                Locale.ROOT,
                                "%s,\"%s\",%.2f,%s,%s,%s,33000000000,cold%n",
                                job,
                                setups.get(setup).replace("\"", "\"\""),
                                seconds,
                                repeat == 1 && setup == 1 && job.equals("sort") ? "failed" : "ok",
                                FIRST.plusSeconds(second),
                                compression));
                    }
                }
            }
        }
        return Files.writeString(directory.resolve("runs.csv"), text);
    }

    /** A run in the plan of the campaign {@code nightly}, named {@code 001-terasort} and so on. */
    record Planned(int number, int total, String job, String setup) {
        String run() {
            return String.format(Locale.ROOT, "%03d-%s", number, job);
        }

        RunRecord ended(Status status, Double seconds, String... reasons) {
            Instant start = FIRST.plusSeconds(600L * number);
            Instant end = start.plusSeconds(seconds == null ? 5 : Math.round(seconds));
            return new RunRecord(
                    RunRecord.SCHEMA,
                    new Identity("nightly", run(), "quick", "application_1_000" + number, "job_1_000" + number),
                    null,
                    new Position(number, total, 1 + number / 4, number, SEED),
                    new Subject(job, setup, Map.of("compression", "none")),
                    null,
                    status,
                    List.of(reasons),
                    null,
                    List.of(),
                    new Times(start, end, start, end, start, start, end, seconds, seconds, null),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    new Cache("local", true, "sync, drop_caches=3", 0L),
                    null,
                    List.of(),
                    Map.of(),
                    status == Status.OK ? tasks(start, end) : List.of(),
                    Map.of(),
                    null,
                    null);
        }

        private static List<TaskTimes> tasks(Instant start, Instant end) {
            Instant middle = start.plusSeconds(20);
            return List.of(
                    new TaskTimes("attempt_m_0", "map", "node1", "SUCCEEDED", start.plusSeconds(3), middle, null, null),
                    new TaskTimes(
                            "attempt_r_0",
                            "reduce",
                            "node1",
                            "SUCCEEDED",
                            middle,
                            end,
                            middle.plusSeconds(10),
                            middle.plusSeconds(12)));
        }
    }

    /**
     * Writes the records of an unfinished campaign of {@code terasort}, in which setups take turns.
     *
     * @param planned number of runs in its plan
     * @param ended number of these runs that have ended, all valid
     */
    static void campaign(Path results, List<String> setups, int planned, int ended) throws IOException {
        Random random = new Random(SEED);
        for (int number = 1; number <= ended; number++) {
            String setup = setups.get(number % setups.size());
            double mean = 100 / (1 + 0.25 * setups.indexOf(setup));
            record(
                    results,
                    new Planned(number, planned, "terasort", setup)
                            .ended(Status.OK, mean * (1 + 0.03 * random.nextGaussian())));
        }
    }

    /** Adds a record to a campaign's directory. */
    static void record(Path results, RunRecord run) throws IOException {
        RecordWriter.write(results.resolve("runs"), run);
    }

    /** Writes runs like those in ALOJA's newest export: many clusters, disks, networks and settings, few repeats. */
    static Path aloja(Path directory, int runs) throws IOException {
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder(
                "ID,Benchmark,Exe.Time,Net,Disk,Maps,IO.SFac,Rep,IO.FBuf,Comp,Blk.size,Cluster,"
                        + "Cl.Name,Datanodes,Headnodes,VM.OS,VM.Cores,VM.RAM,Provider,VM.Size,Service.Type,Bench.Type\n");
        List<String> disks = List.of(
                "HDD", "HD2", "HD3", "HD4", "HD5", "SSD", "SS2", "HS5", "RL1", "RL2", "RL3", "RR1", "RR2", "RR3");
        for (int id = 1; id <= runs; id++) {
            int disk = random.nextInt(disks.size());
            int job = random.nextInt(JOBS.size());
            int cluster = 1 + random.nextInt(20);
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%.3f,%s,%s,%d,%d,%d,%d,%d,%d,%d,cl-%02d,%d,1,linux,%d,%d,on-premise,S-%d,On-premise,HiBench%n",
                    id,
                    JOBS.get(job),
                    (300 + 100.0 * job) / (1 + 0.1 * disk) * (1 + 0.2 * random.nextDouble()),
                    random.nextBoolean() ? "ETH" : "IB",
                    disks.get(disk),
                    4 * (1 + random.nextInt(8)),
                    10,
                    1 + random.nextInt(3),
                    65536,
                    random.nextInt(4),
                    32 << random.nextInt(4),
                    cluster,
                    cluster,
                    3 + cluster % 5,
                    8 + cluster % 3 * 4,
                    128,
                    cluster % 4));
        }
        return Files.writeString(directory.resolve("aloja.csv"), text);
    }
}
