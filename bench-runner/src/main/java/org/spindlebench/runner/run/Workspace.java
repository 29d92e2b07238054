package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.cluster.Storage;

/**
 * Spindle's own directories in HDFS: {@code <base>/<campaign>/{inputs,runs}}. A campaign's directory carries a marker;
 * nothing without the marker is ever deleted.
 */
public final class Workspace {
    static final String MARKER = "_spindle_campaign";

    private final Storage storage;
    private final String root;

    public Workspace(Storage storage, String base, String campaign) {
        this.storage = storage;
        this.root = base + "/" + campaign;
    }

    /** Makes the campaign's directory, or finds it again. */
    public void open() throws IOException {
        if (storage.exists(root) && !storage.exists(root + "/" + MARKER)) {
            throw new IOException(root + " exists in HDFS and is not Spindle's; name another --base-dir");
        }
        storage.mkdirs(root);
        storage.write(
                root + "/" + MARKER, "made by Spindle; `spindle clean` removes it\n".getBytes(StandardCharsets.UTF_8));
    }

    String inputs() {
        return root + "/inputs";
    }

    /** The directory that a run's job may write; what an earlier try left there is removed. */
    String freshOutput(String run) throws IOException {
        String output = output(run);
        storage.delete(output);
        storage.mkdirs(root + "/runs/" + run);
        return output;
    }

    private String output(String run) {
        return root + "/runs/" + run + "/out";
    }

    void removeOutput(String run) throws IOException {
        storage.delete(root + "/runs/" + run);
    }

    /** Removes all of the campaign. */
    void remove() throws IOException {
        remove(storage, root);
    }

    /** Removes a campaign's directory if it carries the marker, and the base directory if nothing else is in it. */
    public static void remove(Storage storage, String campaign) throws IOException {
        if (storage.exists(campaign + "/" + MARKER)) {
            storage.delete(campaign);
            storage.deleteIfEmpty(campaign.substring(0, campaign.lastIndexOf('/')));
        }
    }

    /** The campaigns' directories below a base directory. */
    public static List<String> leftovers(Storage storage, String base) throws IOException {
        List<String> found = new ArrayList<>();
        for (String child : storage.children(base)) {
            if (storage.exists(base + "/" + child + "/" + MARKER)) {
                found.add(base + "/" + child);
            }
        }
        return found;
    }
}
