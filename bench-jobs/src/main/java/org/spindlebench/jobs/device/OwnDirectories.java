package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The directories that a probe has made and not removed yet. Safe for several threads. */
final class OwnDirectories {
    private final List<OwnDirectory> open = new ArrayList<>();
    private boolean ended;

    synchronized OwnDirectory make(Path parent) throws IOException {
        if (ended) {
            throw new IOException("the probe was stopped");
        }
        OwnDirectory made = OwnDirectory.in(parent);
        open.add(made);
        return made;
    }

    void remove(OwnDirectory directory) throws IOException {
        directory.close();
        synchronized (this) {
            open.remove(directory);
        }
    }

    /** Removes all, and makes no more. What cannot be removed stays. */
    void end() {
        List<OwnDirectory> left;
        synchronized (this) {
            ended = true;
            left = new ArrayList<>(open);
        }
        left.forEach(this::removeIfPossible);
    }

    private void removeIfPossible(OwnDirectory directory) {
        try {
            remove(directory);
        } catch (IOException stays) {
            // Nobody is left to be told: its name says whose it is.
            return;
        }
    }
}
