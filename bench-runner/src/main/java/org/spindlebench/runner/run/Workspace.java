package org.spindlebench.runner.run;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.CampaignOwner;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.process.Lease;
import org.spindlebench.runner.process.ThisHost;

/**
 * Spindle's own directories in HDFS: {@code <base>/<campaign>/{inputs,prepared,decoys,runs,probe}}. A campaign's
 * directory has a marker that names its owner, and the base directory has a marker if Spindle made it. Spindle deletes
 * nothing without a marker, and uses no directory of another campaign.
 */
public final class Workspace {
    static final String MARKER = "_spindle_campaign";
    static final String BASE_MARKER = "_spindle_base";
    private static final String SAYS = "_spindle_at-";
    private static final String STOP = "_spindle_stop-";
    private static final Duration STORED_LIMIT = Duration.ofSeconds(30);

    private final Storage storage;
    private final String base;
    private final String root;
    private final String name;
    private final CampaignOwner owner;

    /**
     * @param owner who began the campaign; null for a campaign of an earlier version, whose directory names no owner
     */
    public Workspace(Storage storage, String base, String campaign, CampaignOwner owner) {
        this.storage = storage;
        this.base = requireOwn(base);
        this.root = child(base, campaign);
        this.name = campaign;
        this.owner = owner;
    }

    public Workspace(Storage storage, CampaignSettings settings) {
        this(
                storage,
                settings.baseDirectory(),
                settings.workspace(),
                settings.plan().owner());
    }

    /**
     * The content of a campaign's marker.
     *
     * @param directory the directory's name; null in the marker of an earlier version
     * @param owner who began the campaign; null in the marker of an earlier version, and for work outside of campaigns
     * @param pid the process that made the directory
     * @param began when that process began: {@link ThisHost#startOf}
     * @param system the boot and the container of that process; null in the marker of an earlier version
     */
    record Marker(String directory, CampaignOwner owner, long pid, long began, String system) {
        private static final JsonMapper JSON = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        private static Marker here(String directory, CampaignOwner owner) {
            long pid = ProcessHandle.current().pid();
            return new Marker(directory, owner, pid, ThisHost.startOf(pid).orElse(0), ThisHost.system());
        }

        private byte[] bytes() throws IOException {
            return JSON.writeValueAsBytes(this);
        }

        static Marker read(Storage storage, String campaign) throws IOException {
            byte[] content;
            try (InputStream in = storage.open(child(campaign, MARKER))) {
                content = in.readAllBytes();
            }
            Marker unknown = new Marker(null, null, 0, 0, null);
            try {
                Marker read = JSON.readValue(content, Marker.class);
                return read == null ? unknown : read;
            } catch (IOException noJson) {
                return unknown;
            }
        }

        boolean isOf(CampaignOwner wanted) {
            return wanted == null
                    ? owner == null
                    : owner != null && owner.uuid().equals(wanted.uuid());
        }
    }

    /**
     * Creates the campaign's directory, or finds it again.
     *
     * @throws IOException if the directory belongs to another user or another campaign
     */
    public void open() throws IOException {
        List<String> children = storage.children(root);
        if (isForeign(children) || (storage.exists(root) && !storage.isOwn(root))) {
            throw new IOException(root + " exists in HDFS and is not Spindle's; name another --base-dir");
        }
        if (!storage.exists(base)) {
            mark(base, BASE_MARKER);
        }
        if (!children.contains(MARKER)) {
            storage.mkdirsPrivate(root);
            storage.create(child(root, MARKER), Marker.here(name, owner).bytes());
        }
        Marker found = Marker.read(storage, root);
        // Another client may have made the directory in the same second, or the results may have been copied.
        if (!found.isOf(owner)) {
            throw new IOException(root + " in HDFS belongs to another campaign of this name"
                    + (found.owner() == null ? "" : ", which " + found.owner().describe() + " began")
                    + "; start again, or name another --base-dir");
        }
    }

    /** Takes the lease of the campaign's directory, which is open. */
    public Lease lease(Consumer<String> lost) throws IOException {
        return Lease.take(storage, root, lost);
    }

    /**
     * Publishes the campaign's progress in the name of an empty file, and receives a request to stop it.
     *
     * @return the requested way to stop, see {@link #askToStop}; empty if no stop was requested
     */
    public Optional<String> attend(String point) throws IOException {
        List<String> children = storage.children(root);
        String name = SAYS + point.replaceAll("[^A-Za-z0-9._-]", "_");
        if (!children.contains(name)) {
            storage.create(child(root, name), new byte[0]);
            for (String old : children) {
                if (old.startsWith(SAYS)) {
                    storage.delete(child(root, old));
                }
            }
        }
        Optional<String> wish =
                children.stream().filter(file -> file.startsWith(STOP)).findFirst();
        if (wish.isPresent()) {
            storage.delete(child(root, wish.get()));
        }
        return wish.map(file -> file.substring(STOP.length()));
    }

    /** Returns the progress of a directory's campaign, in its client's latest statement; empty if there is none. */
    public static Optional<String> point(Storage storage, String directory) throws IOException {
        return storage.children(directory).stream()
                .filter(name -> name.startsWith(SAYS))
                .map(name -> name.substring(SAYS.length()))
                .findFirst();
    }

    /** Asks the client that runs a campaign to stop it. */
    public static void askToStop(Storage storage, String directory, String how) throws IOException {
        storage.create(child(directory, STOP + how), new byte[0]);
    }

    /** Sets a storage policy for everything that is written here from now on. */
    void place(StoragePolicy policy) throws IOException {
        storage.setStoragePolicy(root, policy.name());
    }

    /** An empty directory is Spindle's: a client that dies before it writes the marker leaves one. */
    private static boolean isForeign(List<String> children) {
        return !children.contains(MARKER)
                && !children.stream().allMatch(name -> name.startsWith(".") && name.endsWith(MARKER + ".tmp"));
    }

    private void mark(String directory, String marker) throws IOException {
        storage.mkdirs(directory);
        storage.write(
                child(directory, marker),
                "made by Spindle; `spindle clean` removes it\n".getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Checks that a base directory can be Spindle's own.
     *
     * @return the directory, {@link AbsolutePath#plain}
     * @throws IllegalArgumentException if it is the root of HDFS, is relative, or contains {@code ..}
     */
    public static String requireOwn(String base) {
        String plain = AbsolutePath.plain(base);
        if (!base.startsWith("/")
                || plain.equals("/")
                || List.of(base.split("/")).contains("..")) {
            throw new IllegalArgumentException("`" + base
                    + "` cannot be Spindle's directory in HDFS: name an absolute path below /, without `..`");
        }
        return plain;
    }

    /** Returns a path inside a directory. Refuses names that lead outside, because names also come from files. */
    private static String child(String directory, String name) {
        if (name.isEmpty() || name.contains("/") || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("`" + name + "` is not a valid directory name in " + directory);
        }
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    String inputs() {
        return root + "/inputs";
    }

    /** Returns the ids of the inputs that exist, even if only in part. */
    Set<String> preparedInputs() throws IOException {
        return Set.copyOf(storage.children(inputs()));
    }

    /** Returns the directory of the data that a user's program prepares for its runs in this visit. */
    String prepared(String id) {
        return child(root + "/prepared", id);
    }

    /**
     * Refuses data of others in or around Spindle's own directories, where Spindle deletes and writes.
     *
     * @throws IOException if the path is in the base directory, or the base directory is in the path
     */
    public void refuseOwn(String path) throws IOException {
        String data = AbsolutePath.plain(path);
        if (AbsolutePath.isIn(data, base) || AbsolutePath.isIn(base, data)) {
            throw new IOException(path + " and Spindle's own directory " + base
                    + " contain each other; Spindle would change the data: move the data, or name another --base-dir");
        }
    }

    /** Removes all inputs except those with the needed ids. */
    void removeInputsExcept(Set<String> needed) throws IOException {
        for (String input : storage.children(inputs())) {
            if (!needed.contains(input)) {
                storage.delete(child(inputs(), input));
            }
        }
    }

    String cacheFillDirectory() {
        return root + "/decoys";
    }

    /** Returns the directory through which a probe on YARN and its client exchange files. */
    public String forProbe() {
        return root + "/probe";
    }

    /** Returns the bytes of all data in this directory now, with replicas. */
    public long stored() throws IOException {
        return storage.stored(root) - storage.stored(forProbe());
    }

    /** Returns the bytes that the campaign stores, for the estimate; null if HDFS does not answer. */
    Long storedIfKnown() throws InterruptedException {
        try {
            return Deadlines.io(this::stored, STORED_LIMIT, "HDFS");
        } catch (IOException | RuntimeException unknown) {
            return null;
        }
    }

    /** Removes the output of earlier attempts, and returns the directory to which the run's job may write. */
    public String freshOutput(String run) throws IOException {
        String output = output(run);
        storage.delete(output);
        storage.mkdirs(directory(run));
        return output;
    }

    /** Makes a fresh output that has the run's erasure-coding policy, if there is one. */
    String freshOutput(SizedRun run) throws IOException {
        String id = run.spec().id();
        String output = freshOutput(id);
        if (run.erasureCoding().isPresent()) {
            storage.setErasureCoding(directory(id), run.erasureCoding().get().name());
        }
        return output;
    }

    /** Returns the directory of a run's output. */
    String output(String run) {
        return directory(run) + "/out";
    }

    /** Returns the directory that a run makes. */
    String directory(String run) {
        return child(root + "/runs", run);
    }

    void removeOutput(String run) throws IOException {
        storage.delete(directory(run));
    }

    /**
     * Removes the files of a probe that was not followed by a run. It also removes the campaign's directory if it is
     * otherwise empty; inputs that an earlier client prepared stay. Leaves the directory of another campaign alone.
     */
    public void removeProbe() throws IOException {
        if (!isMine()) {
            return;
        }
        storage.delete(forProbe());
        if (List.of(MARKER).containsAll(storage.children(root))) {
            remove();
        }
    }

    /** Removes the campaign's directory; leaves another campaign's directory alone. */
    public void remove() throws IOException {
        if (isMine()) {
            remove(storage, root);
        }
    }

    private boolean isMine() throws IOException {
        return storage.children(root).contains(MARKER)
                && Marker.read(storage, root).isOf(owner);
    }

    /**
     * Removes a campaign's directory if it has the marker. After the last campaign it also removes the base directory's
     * own marker. It then removes the base directory if it had a marker and is now empty.
     */
    public static void remove(Storage storage, String campaign) throws IOException {
        if (storage.exists(child(campaign, MARKER))) {
            storage.delete(campaign);
            removeBase(storage, campaign.substring(0, campaign.lastIndexOf('/') + 1));
        }
    }

    /** Removes the directories of a campaign's other visits, whose data was written under other setups. */
    public static void removeOthers(Storage storage, String base, Plan plan, Visit own) throws IOException {
        for (String name : plan.workspacesBefore(own)) {
            new Workspace(storage, base, name, plan.owner()).remove();
        }
    }

    /**
     * Returns the reason why a campaign's directory should stay, and the command that removes it; empty if it may be
     * removed.
     *
     * @param force the campaign that is removed even if a client uses it; empty to force only copies, null to force
     *     nothing
     */
    public static Optional<String> reasonToKeep(Storage storage, String campaign, String force) throws IOException {
        if (!storage.isOwn(campaign)) {
            return Optional.of("it belongs to another user");
        }
        String name = campaign.substring(campaign.lastIndexOf('/') + 1);
        Marker marker = Marker.read(storage, campaign);
        if (marker.directory() != null && !marker.directory().equals(name)) {
            return Optional.of("it is a copy of " + marker.directory() + ", or was renamed; --force removes it")
                    .filter(reason -> force == null);
        }
        String used = Plan.campaignOf(name);
        return user(storage, campaign, marker)
                .map(user -> user + " uses it; --force=" + used + " removes it")
                .filter(reason -> !used.equals(force));
    }

    /** Returns who uses a campaign's directory now; empty if nobody does. */
    private static Optional<String> user(Storage storage, String campaign, Marker marker) throws IOException {
        for (String leased : withLease(storage, campaign, marker)) {
            Optional<String> user = Lease.user(storage, leased);
            if (user.isPresent()) {
                return user;
            }
        }
        // Work that is no campaign, such as a calibration, has no lease.
        boolean lives = ThisHost.system().equals(marker.system())
                && ThisHost.lives(marker.pid(), marker.began()).orElse(true);
        return lives && marker.pid() != ProcessHandle.current().pid()
                ? Optional.of("process " + marker.pid() + " on this host")
                : Optional.empty();
    }

    /**
     * Returns the text that distinguishes the campaign of a directory: {@link Plan#unique()}. Empty if the marker is
     * one of an earlier version, or if the directory is a copy.
     */
    public static Optional<String> campaign(Storage storage, String directory) throws IOException {
        Marker marker = Marker.read(storage, directory);
        return marker.owner() == null || !directory.endsWith("/" + marker.directory())
                ? Optional.empty()
                : Optional.of(Plan.unique(Plan.campaignOf(marker.directory()), marker.owner()));
    }

    /** Returns the directories of the campaign's leases, which cover all of its directories. */
    private static List<String> withLease(Storage storage, String campaign, Marker marker) throws IOException {
        List<String> leased = new ArrayList<>(List.of(campaign));
        String base = campaign.substring(0, campaign.lastIndexOf('/') + 1);
        if (marker.owner() != null) {
            for (String directory : leftovers(storage, base)) {
                if (directory.endsWith(Plan.LEASE)
                        && storage.isOwn(directory)
                        && Marker.read(storage, directory).isOf(marker.owner())) {
                    leased.add(directory);
                }
            }
        }
        return leased;
    }

    private static void removeBase(Storage storage, String base) throws IOException {
        if (storage.children(base).contains(BASE_MARKER)
                && leftovers(storage, base).isEmpty()) {
            storage.delete(child(base, BASE_MARKER));
            // This keeps a directory with the user's files, or with a campaign that has begun in the meantime.
            storage.deleteIfEmpty(base);
        }
    }

    /** Returns the campaigns' directories below a base directory. */
    public static List<String> leftovers(Storage storage, String base) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : storage.children(base)) {
            String directory = child(base, name);
            // This does not call exists(): HDFS throws if a parent of the path is a file.
            try {
                if (storage.children(directory).contains(MARKER)) {
                    found.add(directory);
                }
            } catch (AccessDeniedException ofAnother) {
                // Data that this user may not read belongs to others, and Spindle leaves it alone.
            }
        }
        return found;
    }
}
