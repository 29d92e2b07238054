package org.spindlebench.runner.setup;

import java.time.Duration;
import java.util.List;
import org.spindlebench.runner.cluster.Workers;

/** Checks a cluster whose daemons may have restarted. Each check uses a new connection. */
public interface ClusterHealth {
    /**
     * Returns which of the daemons that worked before do not work now.
     *
     * @param before the daemons that should work
     * @param lately the longest allowed time since the last heartbeats
     * @return empty if all of them work
     */
    List<String> missing(Workers before, Duration lately) throws InterruptedException;
}
