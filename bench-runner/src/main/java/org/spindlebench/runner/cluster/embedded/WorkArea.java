package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.spindlebench.analysis.document.AtomicFile;

/**
 * The directories of one embedded cluster. In each directory that the user named, it creates a directory whose name
 * contains the cluster's id. It never removes any other directory.
 */
final class WorkArea {

    private static final int REMOVE_ATTEMPTS = 10;
    private static final long REMOVE_PAUSE_MS = 200;

    private final String id;
    private final Path root;
    private final List<StorageDirectory> dataDirs;
    private final List<Path> localDirs;
    /** The parents of our directories that did not exist before, such as a setup's directory on a mounted device. */
    private final Set<Path> madeParents = new LinkedHashSet<>();

    private WorkArea(String id, Path root, List<StorageDirectory> dataDirs, List<Path> localDirs) {
        this.id = id;
        this.root = root;
        this.dataDirs = List.copyOf(dataDirs);
        this.localDirs = List.copyOf(localDirs);
    }

    static WorkArea create(EmbeddedOptions options) throws IOException {
        String id = UUID.randomUUID().toString();
        String name = "spindle-" + id;
        Path parent = options.workDir().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
        Path root = parent.toAbsolutePath().resolve(name);
        List<StorageDirectory> data =
                options.dataDirs().stream().map(dir -> dir.resolve(name)).toList();
        List<Path> local = options.localDirs().stream()
                .map(dir -> dir.toAbsolutePath().resolve(name))
                .toList();
        WorkArea area = new WorkArea(id, root, data, local);
        area.make();
        return area;
    }

    /** Makes all directories. If one fails, it makes none. */
    private void make() throws IOException {
        for (Path directory : made()) {
            try {
                Path parent = directory.getParent();
                if (parent != null && !Files.exists(parent)) {
                    madeParents.add(parent);
                }
                Files.createDirectories(directory);
            } catch (IOException e) {
                for (Path made : made()) {
                    Files.deleteIfExists(made);
                }
                throw new IOException(
                        "cannot make " + directory + ": " + e.getClass().getSimpleName(), e);
            }
        }
    }

    String id() {
        return id;
    }

    Path root() {
        return root;
    }

    Path logFile() {
        return root.resolve("daemons.log");
    }

    /**
     * Returns the path of a failed start's log. It is beside the work directory, because the work directory is removed.
     */
    Path keptLog() {
        return root.resolveSibling(root.getFileName() + ".log");
    }

    void keepLog() throws IOException {
        if (Files.exists(logFile())) {
            Files.copy(logFile(), keptLog(), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the directories of a DataNode, which the DataNode makes itself. */
    List<StorageDirectory> dataDirsOf(int dataNode) {
        List<StorageDirectory> dirs = new ArrayList<>();
        for (StorageDirectory dir : dataDirs) {
            dirs.add(dir.resolve("dn" + dataNode));
        }
        return dirs.isEmpty()
                ? List.of(new StorageDirectory(
                        Optional.of(StorageDirectory.Type.DISK), root.resolve("data/dn" + dataNode)))
                : dirs;
    }

    /** Returns the value of {@code yarn.nodemanager.local-dirs} for the given NodeManager. */
    String localDirsOf(int nodeManager) {
        List<String> dirs = new ArrayList<>();
        for (Path dir : localDirs) {
            dirs.add(dir.resolve("nm" + nodeManager).toString());
        }
        return dirs.isEmpty() ? root.resolve("local/nm" + nodeManager).toString() : String.join(",", dirs);
    }

    /** Returns all directories that were made, the root last: it has the watchdog's script and the log. */
    List<Path> made() {
        List<Path> all = new ArrayList<>();
        dataDirs.forEach(dir -> all.add(dir.path()));
        all.addAll(localDirs);
        all.add(root);
        return all;
    }

    /**
     * Removes the directories. It tries several times, because daemons that are shutting down may still write to them.
     */
    boolean remove() throws InterruptedException {
        for (int attempt = 0; attempt < REMOVE_ATTEMPTS; attempt++) {
            try {
                for (Path dir : made()) {
                    AtomicFile.deleteTree(dir);
                }
                for (Path parent : madeParents) {
                    removeIfEmpty(parent);
                }
                return true;
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(REMOVE_PAUSE_MS);
            }
        }
        return false;
    }

    /** Removes a directory, unless another cluster has created its own directory there. */
    private static void removeIfEmpty(Path parent) throws IOException {
        try {
            Files.deleteIfExists(parent);
        } catch (DirectoryNotEmptyException used) {
            return;
        }
    }
}
