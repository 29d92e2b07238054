package org.spindlebench.runner.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage;

/** HDFS, in which only a client with its lease changes anything. */
record LeasedStorage(Storage storage, Leased lease) implements Storage {
    @Override
    public List<StoredFile> files(String directory) throws IOException {
        return storage.files(directory);
    }

    @Override
    public Set<Placement> placements(String directory) throws IOException {
        return storage.placements(directory);
    }

    @Override
    public List<StoredFile> dataFiles(String directory) throws IOException {
        return storage.dataFiles(directory);
    }

    @Override
    public Map<String, Long> bytesByHost(String directory) throws IOException {
        return storage.bytesByHost(directory);
    }

    @Override
    public List<String> children(String directory) throws IOException {
        return storage.children(directory);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return storage.exists(path);
    }

    @Override
    public InputStream open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public InputStream openDecompressed(String path) throws IOException {
        return storage.openDecompressed(path);
    }

    @Override
    public void write(String path, byte[] content) throws IOException {
        lease.require();
        storage.write(path, content);
    }

    @Override
    public boolean create(String path, byte[] content) throws IOException {
        lease.require();
        return storage.create(path, content);
    }

    @Override
    public OptionalLong modified(String path) throws IOException {
        return storage.modified(path);
    }

    @Override
    public long stamp(String path) throws IOException {
        lease.require();
        return storage.stamp(path);
    }

    @Override
    public boolean setModified(String path, long millis) throws IOException {
        lease.require();
        return storage.setModified(path, millis);
    }

    @Override
    public boolean isOwn(String path) throws IOException {
        return storage.isOwn(path);
    }

    @Override
    public void touch(String path) throws IOException {
        lease.require();
        storage.touch(path);
    }

    @Override
    public void mkdirs(String directory) throws IOException {
        lease.require();
        storage.mkdirs(directory);
    }

    @Override
    public void mkdirsPrivate(String directory) throws IOException {
        lease.require();
        storage.mkdirsPrivate(directory);
    }

    @Override
    public void setStoragePolicy(String directory, String policy) throws IOException {
        lease.require();
        storage.setStoragePolicy(directory, policy);
    }

    @Override
    public void setErasureCoding(String directory, String policy) throws IOException {
        lease.require();
        storage.setErasureCoding(directory, policy);
    }

    @Override
    public List<String> erasureCodings() throws IOException {
        return storage.erasureCodings();
    }

    @Override
    public Inherited inherited(String directory) throws IOException {
        return storage.inherited(directory);
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
        lease.require();
        return storage.rename(from, to);
    }

    @Override
    public boolean delete(String path) throws IOException {
        lease.require();
        return storage.delete(path);
    }

    @Override
    public boolean deleteIfEmpty(String directory) throws IOException {
        lease.require();
        return storage.deleteIfEmpty(directory);
    }

    @Override
    public long stored(String directory) throws IOException {
        return storage.stored(directory);
    }

    @Override
    public long remaining() throws IOException {
        return storage.remaining();
    }

    @Override
    public Map<String, Long> remainingByHost() throws IOException {
        return storage.remainingByHost();
    }

    @Override
    public long remainingOn(HostSet hosts) throws IOException {
        return storage.remainingOn(hosts);
    }

    @Override
    public Map<String, Long> remainingByType() throws IOException {
        return storage.remainingByType();
    }

    @Override
    public Optional<Space> space() throws IOException {
        return storage.space();
    }

    @Override
    public Quotas quotas(String directory) throws IOException {
        return storage.quotas(directory);
    }

    @Override
    public Optional<DamagedBlocks> damagedBlocks() throws IOException {
        return storage.damagedBlocks();
    }

    @Override
    public List<DataNodeAddress> dataNodes() {
        return storage.dataNodes();
    }

    @Override
    public OptionalLong pendingDeletions() {
        return storage.pendingDeletions();
    }

    @Override
    public List<String> dataNodeHosts() throws IOException {
        return storage.dataNodeHosts();
    }
}
