package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.StoredFile;

/** An HDFS in which no existing file can be deleted. */
record Undeletable(Storage sound) implements Storage {
    @Override
    public boolean delete(String path) throws IOException {
        if (sound.exists(path)) {
            throw new IOException("safe mode");
        }
        return false;
    }

    @Override
    public boolean deleteIfEmpty(String directory) throws IOException {
        throw new IOException("safe mode");
    }

    @Override
    public List<StoredFile> files(String directory) throws IOException {
        return sound.files(directory);
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
        sound.setStoragePolicy(directory, policy);
    }

    @Override
    public Set<Placement> placements(String directory) throws IOException {
        return sound.placements(directory);
    }

    @Override
    public Map<String, Long> bytesByHost(String directory) throws IOException {
        return sound.bytesByHost(directory);
    }

    @Override
    public List<String> children(String directory) throws IOException {
        return sound.children(directory);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return sound.exists(path);
    }

    @Override
    public InputStream open(String path) throws IOException {
        return sound.open(path);
    }

    @Override
    public void write(String path, byte[] content) throws IOException {
        sound.write(path, content);
    }

    @Override
    public boolean create(String path, byte[] content) throws IOException {
        return sound.create(path, content);
    }

    @Override
    public OptionalLong modified(String path) throws IOException {
        return sound.modified(path);
    }

    @Override
    public boolean setModified(String path, long millis) throws IOException {
        return sound.setModified(path, millis);
    }

    @Override
    public boolean isOwn(String path) throws IOException {
        return sound.isOwn(path);
    }

    @Override
    public void mkdirsPrivate(String directory) throws IOException {
        sound.mkdirsPrivate(directory);
    }

    @Override
    public long stamp(String path) throws IOException {
        return sound.stamp(path);
    }

    @Override
    public void touch(String path) throws IOException {
        sound.touch(path);
    }

    @Override
    public void mkdirs(String directory) throws IOException {
        sound.mkdirs(directory);
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
        return sound.rename(from, to);
    }

    @Override
    public long remaining() throws IOException {
        return sound.remaining();
    }

    @Override
    public OptionalLong pendingDeletions() {
        return sound.pendingDeletions();
    }

    @Override
    public List<String> dataNodeHosts() throws IOException {
        return sound.dataNodeHosts();
    }
}
