package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.StoredFile;

/** A {@link Storage} with one fault. */
public final class FaultyStorage implements Storage {
    private final Storage sound;
    private final UnaryOperator<StoredFile> fault;
    private int callsLeft;

    private FaultyStorage(Storage sound, int callsLeft, UnaryOperator<StoredFile> fault) {
        this.sound = sound;
        this.callsLeft = callsLeft;
        this.fault = fault;
    }

    /** Returns a storage without the files of this name. */
    public static Storage lost(Storage sound, String name) {
        return new FaultyStorage(sound, Integer.MAX_VALUE, file -> file.name().equals(name) ? null : file);
    }

    /** Returns a storage whose files of this name have lost their last byte. */
    public static Storage truncated(Storage sound, String name) {
        return new FaultyStorage(
                sound,
                Integer.MAX_VALUE,
                file -> !file.name().equals(name)
                        ? file
                        : new StoredFile(
                                file.path(),
                                file.length() - 1,
                                file.replication(),
                                file.leastReplicas(),
                                file.blockSize()));
    }

    /** Returns a storage whose files were all written with this replication. */
    public static Storage intended(Storage sound, int replication) {
        return new FaultyStorage(
                sound,
                Integer.MAX_VALUE,
                file -> new StoredFile(file.path(), file.length(), replication, replication, file.blockSize()));
    }

    /** Returns a storage in which a block of every file has this number of replicas, whatever was intended. */
    public static Storage stored(Storage sound, int replicas) {
        return new FaultyStorage(
                sound,
                Integer.MAX_VALUE,
                file -> new StoredFile(file.path(), file.length(), file.replication(), replicas, file.blockSize()));
    }

    /** Returns a storage on which the n-th call and all later ones fail. */
    public static Storage failingFrom(Storage sound, int call) {
        return new FaultyStorage(sound, call - 1, file -> file);
    }

    private void call() throws IOException {
        if (callsLeft == 0) {
            throw new IOException("HDFS is gone");
        }
        callsLeft--;
    }

    @Override
    public List<StoredFile> files(String directory) throws IOException {
        call();
        return sound.files(directory).stream()
                .map(fault)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void setErasureCoding(String directory, String policy) throws IOException {
        sound.setErasureCoding(directory, policy);
    }

    @Override
    public List<String> erasureCodings() throws IOException {
        return sound.erasureCodings();
    }

    @Override
    public void setStoragePolicy(String directory, String policy) throws IOException {
        call();
        sound.setStoragePolicy(directory, policy);
    }

    @Override
    public Set<Placement> placements(String directory) throws IOException {
        call();
        return sound.placements(directory);
    }

    @Override
    public Map<String, Long> bytesByHost(String directory) throws IOException {
        call();
        return sound.bytesByHost(directory);
    }

    @Override
    public List<String> children(String directory) throws IOException {
        call();
        return sound.children(directory);
    }

    @Override
    public boolean exists(String path) throws IOException {
        call();
        return sound.exists(path);
    }

    @Override
    public InputStream open(String path) throws IOException {
        call();
        return sound.open(path);
    }

    @Override
    public void write(String path, byte[] content) throws IOException {
        call();
        sound.write(path, content);
    }

    @Override
    public boolean create(String path, byte[] content) throws IOException {
        call();
        return sound.create(path, content);
    }

    @Override
    public OptionalLong modified(String path) throws IOException {
        call();
        return sound.modified(path);
    }

    @Override
    public boolean setModified(String path, long millis) throws IOException {
        call();
        return sound.setModified(path, millis);
    }

    @Override
    public Optional<Space> space() throws IOException {
        return sound.space();
    }

    @Override
    public Quotas quotas(String directory) throws IOException {
        return sound.quotas(directory);
    }

    @Override
    public Optional<DamagedBlocks> damagedBlocks() throws IOException {
        return sound.damagedBlocks();
    }

    @Override
    public boolean isOwn(String path) throws IOException {
        call();
        return sound.isOwn(path);
    }

    @Override
    public void mkdirsPrivate(String directory) throws IOException {
        call();
        sound.mkdirsPrivate(directory);
    }

    @Override
    public long stamp(String path) throws IOException {
        call();
        return sound.stamp(path);
    }

    @Override
    public void touch(String path) throws IOException {
        call();
        sound.touch(path);
    }

    @Override
    public void mkdirs(String directory) throws IOException {
        call();
        sound.mkdirs(directory);
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
        call();
        return sound.rename(from, to);
    }

    @Override
    public boolean delete(String path) throws IOException {
        call();
        return sound.delete(path);
    }

    @Override
    public boolean deleteIfEmpty(String directory) throws IOException {
        call();
        return sound.deleteIfEmpty(directory);
    }

    @Override
    public long remaining() throws IOException {
        call();
        return sound.remaining();
    }

    @Override
    public OptionalLong pendingDeletions() {
        return sound.pendingDeletions();
    }

    @Override
    public List<String> dataNodeHosts() throws IOException {
        call();
        return sound.dataNodeHosts();
    }
}
