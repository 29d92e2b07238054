package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.DecoyRead;
import org.spindlebench.jobs.hdfs.DecoyWrite;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.run.Cooling.CoolingJobs;

/**
 * Cools without root, by reading decoys, which are files in HDFS. The decoys on each host exceed its memory. They are
 * written once, and read before each run.
 *
 * @param nodes for each decoy, the DataNode that stores it, as {@code host:port} for data transfer
 * @param memoryByHost bytes of memory of each host
 * @param problems the reasons why this cooling cannot work here; empty if it can
 */
public record Eviction(List<String> nodes, Map<String, Long> memoryByHost, List<String> problems) implements Cooling {
    static final long DECOY_BYTES = 1L << 30;

    /**
     * The largest number of decoys of a job. Every container of the job reads the addresses of the decoys' DataNodes in
     * the job's settings, and the ApplicationMaster keeps one map for each decoy.
     */
    static final int MOST_DECOYS = 20_000;

    /** The decoys must pass through the DataNodes and stay in their caches, like a job's data. */
    private static final Map<String, String> THROUGH_THE_CACHE =
            Map.of("dfs.client.cache.drop.behind.reads", "false", "dfs.client.read.shortcircuit", "false");

    private static final double GB = 1e9;
    private static final String BELOW = "/decoys";
    public static final String METHOD = "evict";

    public Eviction {
        nodes = List.copyOf(nodes);
        memoryByHost = Map.copyOf(memoryByHost);
        problems = List.copyOf(problems);
    }

    /**
     * Plans the decoys for these DataNodes.
     *
     * @param memory bytes of memory by host; unknown hosts are omitted
     * @param given bytes of the largest host's memory, if the user stated it
     */
    public static Eviction of(List<DataNodeAddress> dataNodes, Map<String, Long> memory, OptionalLong given) {
        Map<String, List<DataNodeAddress>> hosts = new TreeMap<>();
        dataNodes.stream().filter(DataNodeAddress::inService).forEach(node -> hosts.computeIfAbsent(
                        node.host(), host -> new ArrayList<>())
                .add(node));
        List<String> problems = problems(hosts.keySet().stream().toList(), memory, given);
        if (!problems.isEmpty()) {
            return new Eviction(List.of(), Map.of(), problems);
        }
        Map<String, Long> each = new TreeMap<>();
        hosts.keySet().forEach(host -> each.put(host, given.orElseGet(() -> memory.get(host))));
        return new Eviction(spread(hosts, each), each, List.of());
    }

    /**
     * Returns the number of decoys that together exceed this memory, even if HDFS stores a few of their blocks
     * elsewhere.
     */
    private static long decoys(long memory) {
        return memory / DECOY_BYTES + 2;
    }

    private static List<String> problems(List<String> hosts, Map<String, Long> memory, OptionalLong given) {
        if (hosts.isEmpty()) {
            return List.of("--cold evict: the NameNode's web service does not say where DataNodes are"
                    + " (dfs.namenode.http-address); use --cold command='...', or --cold off for warm caches");
        }
        List<String> unknown = hosts.stream()
                .filter(host -> given.isEmpty() && !memory.containsKey(host))
                .toList();
        List<String> larger = hosts.stream()
                .filter(host -> given.isPresent() && memory.getOrDefault(host, 0L) > given.getAsLong())
                .map(host -> String.format(Locale.ROOT, "%s has %.1f GB", host, memory.get(host) / GB))
                .toList();
        List<String> problems = new ArrayList<>();
        if (!unknown.isEmpty()) {
            problems.add(
                    "--cold evict: the memory of " + String.join(", ", unknown) + " is unknown, since no DataNode's"
                            + " web service there answers; give the memory of the largest node, such as --cold evict=256GiB,"
                            + " or --cold off for warm caches");
        }
        if (!larger.isEmpty()) {
            problems.add("--cold evict=SIZE is less than some node's memory, which leaves caches warm: "
                    + String.join(", ", larger) + "; give at least the largest, or no size");
        }
        return problems;
    }

    /**
     * Assigns decoys to the hosts in turn, so that all hosts work from the first wave on; the DataNodes of a host
     * alternate in the same way.
     */
    private static List<String> spread(Map<String, List<DataNodeAddress>> hosts, Map<String, Long> memoryByHost) {
        List<String> nodes = new ArrayList<>();
        long most =
                memoryByHost.values().stream().mapToLong(Eviction::decoys).max().orElse(0);
        for (int round = 0; round < most; round++) {
            for (Map.Entry<String, List<DataNodeAddress>> host : hosts.entrySet()) {
                if (round < decoys(memoryByHost.get(host.getKey()))) {
                    List<DataNodeAddress> there = host.getValue();
                    nodes.add(there.get(round % there.size()).transfer());
                }
            }
        }
        return nodes;
    }

    @Override
    public long storedBytes() {
        return nodes.size() * DECOY_BYTES;
    }

    public String describe() {
        return String.format(
                Locale.ROOT,
                "Cooling: before each run, Spindle reads %d decoys of %.2f GB in HDFS, by %s. They are larger than"
                        + " the memory of %s.",
                nodes.size(),
                DECOY_BYTES / GB,
                HumanText.counted(batches().size(), "job"),
                HumanText.counted(memoryByHost.size(), "host"));
    }

    /** Decoys that one job writes, and another reads. */
    record Batch(int number, List<String> nodes) {
        long bytes() {
            return nodes.size() * DECOY_BYTES;
        }

        /** Returns the text that distinguishes a job or directory from the jobs and directories of other batches. */
        String named(String name) {
            return number == 1 ? name : name + "-" + number;
        }
    }

    /** Divides the decoys into as few jobs as possible. Each batch has decoys on all hosts that still need some. */
    List<Batch> batches() {
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < nodes.size(); from += MOST_DECOYS) {
            int to = Math.min(nodes.size(), from + MOST_DECOYS);
            batches.add(new Batch(batches.size() + 1, nodes.subList(from, to)));
        }
        return batches;
    }

    /** Writes the decoys, unless they are complete and on the right hosts. */
    @Override
    public void prepare(CoolingJobs besides) throws IOException, InterruptedException {
        Storage storage = besides.storage();
        String directory = besides.directory();
        if (areWhole(storage, directory)
                && lacking(storage.bytesByHost(directory)).isEmpty()) {
            return;
        }
        storage.delete(directory);
        for (Batch batch : batches()) {
            JobCompletion written = besides.run(
                    batch.named("decoys"),
                    new ToolCall(ToolName.DECOY_WRITE, List.of(directory + batch.named(BELOW)), ofWriting(batch)));
            requireBytes("written", batch, written.counter(DecoyWrite.Counter.BYTES));
        }
        List<String> lacking = lacking(storage.bytesByHost(directory));
        if (!lacking.isEmpty()) {
            throw new IOException("HDFS did not store the decoys on the DataNodes that Spindle chose: "
                    + String.join(", ", lacking) + "; free space on these hosts, or use --cold command='...'");
        }
    }

    /** Checks whether all decoys are complete. A writer that died leaves files in deeper directories. */
    private boolean areWhole(Storage storage, String directory) throws IOException {
        for (Batch batch : batches()) {
            String home = directory + batch.named(BELOW);
            List<StoredFile> files = storage.dataFiles(home);
            boolean whole = files.size() == batch.nodes().size()
                    && files.stream()
                            .allMatch(file ->
                                    file.length() == DECOY_BYTES && file.path().equals(home + "/" + file.name()));
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> ofWriting(Batch batch) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(JobKeys.MAPS, String.valueOf(batch.nodes().size()));
        settings.put(JobKeys.BYTES, String.valueOf(batch.bytes()));
        settings.put(JobKeys.NODES, String.join(",", batch.nodes()));
        // Storage with deduplication would store decoys of the same seed only once.
        settings.put(JobKeys.SEED, String.valueOf(JobKeys.DEFAULT_SEED + batch.number() - 1));
        settings.put(JobKeys.DATA, "random");
        settings.put("dfs.replication", "1");
        settings.put("dfs.blocksize", String.valueOf(128L << 20));
        return settings;
    }

    /** Describes hosts whose decoys do not exceed their memory. HDFS may store a decoy on another DataNode. */
    private List<String> lacking(Map<String, Long> found) {
        return new TreeMap<>(memoryByHost)
                .entrySet().stream()
                        .filter(host -> found.getOrDefault(host.getKey(), 0L) <= host.getValue())
                        .map(host -> String.format(
                                Locale.ROOT,
                                "%s has %.1f GB of decoys, not more than its memory of %.1f GB",
                                host.getKey(),
                                found.getOrDefault(host.getKey(), 0L) / GB,
                                host.getValue() / GB))
                        .toList();
    }

    private static void requireBytes(String done, Batch batch, Long bytes) throws IOException {
        if (bytes == null || bytes != batch.bytes()) {
            throw new IOException(bytes + " bytes of decoys were " + done + ", not " + batch.bytes());
        }
    }

    @Override
    public Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException {
        try {
            for (Batch batch : batches()) {
                String home = besides.directory() + batch.named(BELOW);
                JobCompletion read = besides.run(
                        batch.named(METHOD), new ToolCall(ToolName.DECOY_READ, List.of(home), THROUGH_THE_CACHE));
                requireBytes("read", batch, read.counter(DecoyRead.Counter.BYTES));
            }
        } catch (IOException e) {
            return new Cache(METHOD, false, FailureMessage.of(e), dirtyBefore);
        }
        String detail = String.format(
                Locale.ROOT,
                "%.1f GB of decoys read, more than the memory of %s",
                storedBytes() / GB,
                HumanText.counted(memoryByHost.size(), "host"));
        return new Cache(METHOD, true, detail, dirtyBefore);
    }
}
