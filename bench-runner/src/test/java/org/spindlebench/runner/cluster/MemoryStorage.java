package org.spindlebench.runner.cluster;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.StoredFile;

/** {@link Storage} in this process, whose files have content or only a length. */
public final class MemoryStorage implements Storage {
    private Map<String, Long> remaining = Map.of();
    private Map<String, Long> remainingByHost = Map.of();
    private Quotas quotas = Quotas.NONE;
    private static final long BLOCK = 128L << 20;

    /** @param content text of the file, or null if only its length matters */
    private record Entry(String content, StoredFile file) {}

    private final Queue<OptionalLong> pending = new ArrayDeque<>(List.of(OptionalLong.of(0)));
    private final SortedMap<String, Entry> files = new ConcurrentSkipListMap<>();
    private final SortedMap<String, Long> touched = new ConcurrentSkipListMap<>();
    private Set<Placement> placements = Set.of();
    private Map<String, Long> bytesByHost = Map.of();
    private List<String> enabled = List.of();
    private final Set<String> others = new HashSet<>();
    private Optional<Space> space = Optional.empty();
    private volatile List<DataNodeAddress> dataNodes = List.of();
    private volatile Optional<DamagedBlocks> damaged = Optional.of(new DamagedBlocks(0, 0));
    private final SortedMap<String, String> coded = new ConcurrentSkipListMap<>();
    private final NavigableSet<String> directories = new ConcurrentSkipListSet<>(List.of("/"));

    /** Adds a file of this length whose content is never read. */
    public MemoryStorage put(String path, long length, int replication) {
        return put(new StoredFile(path, length, replication, replication, BLOCK));
    }

    /** Adds a file with the given replicas. */
    public MemoryStorage put(StoredFile file) {
        add(file.path(), null, file);
        return this;
    }

    /** Adds a file of text. */
    public MemoryStorage put(String path, String text, int replication) {
        add(
                path,
                text,
                new StoredFile(path, text.getBytes(StandardCharsets.UTF_8).length, replication, replication, BLOCK));
        return this;
    }

    private void add(String path, String content, StoredFile file) {
        mkdirs(parent(path));
        files.put(path, new Entry(content, file));
    }

    private static String parent(String path) {
        return path.lastIndexOf('/') <= 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
    }

    private static String prefix(String directory) {
        return directory.endsWith("/") ? directory : directory + "/";
    }

    private static String clean(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public List<StoredFile> files(String directory) {
        return files.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix(directory)))
                .map(entry -> entry.getValue().file())
                .toList();
    }

    /** Sets the bytes that every directory has on each host from now on. */
    public MemoryStorage onHosts(Map<String, Long> bytes) {
        bytesByHost = Map.copyOf(bytes);
        return this;
    }

    @Override
    public Map<String, Long> bytesByHost(String directory) {
        return bytesByHost;
    }

    /** Sets the placements that every directory has from now on. */
    public MemoryStorage placed(Placement... found) {
        placements = Set.of(found);
        return this;
    }

    @Override
    public void setStoragePolicy(String directory, String policy) {
        throw new UnsupportedOperationException("one kind of memory");
    }

    /** Sets the erasure-coding policies that are enabled from now on. */
    public MemoryStorage enabled(String... policies) {
        enabled = List.of(policies);
        return this;
    }

    @Override
    public List<String> erasureCodings() {
        return enabled;
    }

    @Override
    public void setErasureCoding(String directory, String policy) throws IOException {
        if (!enabled.contains(policy)) {
            throw new IOException("Policy '" + policy + "' is not enabled");
        }
        coded.put(directory, policy);
    }

    /** Returns the erasure-coding policies that were set, by directory. */
    public Map<String, String> coded() {
        return coded;
    }

    @Override
    public Set<Placement> placements(String directory) {
        return placements;
    }

    @Override
    public List<String> children(String path) {
        String directory = clean(path);
        if (files.containsKey(directory)) {
            return List.of(directory.substring(directory.lastIndexOf('/') + 1));
        }
        NavigableSet<String> names = new TreeSet<>();
        for (String other : files.keySet()) {
            addChild(names, directory, other);
        }
        for (String other : directories) {
            addChild(names, directory, other);
        }
        return List.copyOf(names);
    }

    private static void addChild(NavigableSet<String> names, String directory, String other) {
        if (other.startsWith(prefix(directory))
                && other.length() > prefix(directory).length()) {
            names.add(other.substring(prefix(directory).length()).split("/", 2)[0]);
        }
    }

    @Override
    public boolean exists(String path) {
        return files.containsKey(clean(path)) || directories.contains(clean(path));
    }

    @Override
    public InputStream open(String path) throws IOException {
        Entry entry = files.get(path);
        if (entry == null || entry.content() == null) {
            throw new FileNotFoundException("File does not exist: " + path);
        }
        return new ByteArrayInputStream(entry.content().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void write(String path, byte[] content) {
        add(path, new String(content, StandardCharsets.UTF_8), new StoredFile(path, content.length, 3, 3, BLOCK));
    }

    @Override
    public synchronized boolean create(String path, byte[] content) {
        if (exists(path)) {
            return false;
        }
        write(path, content);
        return true;
    }

    /** Sets when a file was last modified. */
    public void modified(String path, long millis) {
        touched.put(path, millis);
    }

    @Override
    public OptionalLong modified(String path) {
        return files.containsKey(path)
                ? OptionalLong.of(touched.getOrDefault(path, System.currentTimeMillis()))
                : OptionalLong.empty();
    }

    @Override
    public boolean setModified(String path, long millis) {
        if (!files.containsKey(path)) {
            return false;
        }
        touched.put(path, millis);
        return true;
    }

    /** Makes a directory or file another user's from now on. */
    public void ofAnother(String path) {
        others.add(path);
    }

    @Override
    public boolean isOwn(String path) {
        return !others.contains(path);
    }

    @Override
    public void mkdirsPrivate(String directory) {
        mkdirs(directory);
    }

    @Override
    public long stamp(String path) {
        put(path, "", 1);
        return System.currentTimeMillis();
    }

    @Override
    public void touch(String path) {
        if (!files.containsKey(path)) {
            put(path, "", 1);
        }
    }

    @Override
    public void mkdirs(String directory) {
        for (String path = clean(directory); directories.add(path); path = parent(path)) {}
    }

    @Override
    public boolean rename(String from, String to) {
        if (exists(to) || !exists(from)) {
            return false;
        }
        String old = prefix(clean(from));
        mkdirs(to);
        for (String path : List.copyOf(files.keySet())) {
            if (path.startsWith(old)) {
                Entry entry = files.remove(path);
                StoredFile file = entry.file();
                String moved = prefix(clean(to)) + path.substring(old.length());
                StoredFile there = new StoredFile(
                        moved, file.length(), file.replication(), file.leastReplicas(), file.blockSize());
                add(moved, entry.content(), there);
            }
        }
        return delete(from);
    }

    @Override
    public boolean delete(String directory) {
        String path = clean(directory);
        boolean any = exists(path);
        files.remove(path);
        directories.remove(path);
        files.keySet().removeIf(file -> file.startsWith(prefix(path)));
        directories.removeIf(other -> other.startsWith(prefix(path)));
        return any;
    }

    @Override
    public boolean deleteIfEmpty(String directory) {
        return children(directory).isEmpty() && delete(directory);
    }

    @Override
    public long remaining() {
        return 1L << 40;
    }

    /** Sets how many bytes each host can still take. */
    public void remainingByHost(Map<String, Long> hosts) {
        remainingByHost = Map.copyOf(hosts);
    }

    public void quotas(Quotas set) {
        quotas = set;
    }

    @Override
    public Quotas quotas(String directory) {
        return quotas;
    }

    @Override
    public Map<String, Long> remainingByHost() {
        return remainingByHost;
    }

    /** Sets how many bytes each storage type can still take. */
    public void remainingByType(Map<String, Long> types) {
        remaining = Map.copyOf(types);
    }

    @Override
    public Map<String, Long> remainingByType() {
        return remaining;
    }

    /** Sets the next answers, in order; the last one is repeated. */
    public void pendingDeletions(OptionalLong... looks) {
        pending.clear();
        pending.addAll(List.of(looks));
    }

    @Override
    public OptionalLong pendingDeletions() {
        return pending.size() > 1 ? pending.remove() : pending.element();
    }

    /** Sets the space of HDFS from now on. */
    public void space(Space now) {
        space = Optional.of(now);
    }

    @Override
    public Optional<Space> space() {
        return space;
    }

    /** Sets how many blocks are damaged from now on. */
    public void damaged(DamagedBlocks blocks) {
        damaged = Optional.of(blocks);
    }

    @Override
    public Optional<DamagedBlocks> damagedBlocks() {
        return damaged;
    }

    /** Sets the live DataNodes from now on. */
    public void dataNodes(DataNodeAddress... live) {
        dataNodes = List.of(live);
    }

    @Override
    public List<DataNodeAddress> dataNodes() {
        return dataNodes;
    }

    @Override
    public List<String> dataNodeHosts() {
        return List.of("a", "b", "c");
    }
}
