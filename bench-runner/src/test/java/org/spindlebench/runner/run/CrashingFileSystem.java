package org.spindlebench.runner.run;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;

/** The paths of {@link CrashingFiles}. */
final class CrashingFileSystem extends FileSystem {
    private final FileSystem system = FileSystems.getDefault();
    private final CrashingFiles files;

    CrashingFileSystem(CrashingFiles files) {
        this.files = files;
    }

    Path wrap(Path real) {
        return real instanceof CrashingPath ? real : new CrashingPath(this, real);
    }

    @Override
    public FileSystemProvider provider() {
        return files;
    }

    @Override
    public Path getPath(String first, String... more) {
        return wrap(system.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = system.getPathMatcher(pattern);
        return path -> matcher.matches(path instanceof CrashingPath crashing ? crashing.real() : path);
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return system.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return system.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return system.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return system.supportedFileAttributeViews();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return system.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
