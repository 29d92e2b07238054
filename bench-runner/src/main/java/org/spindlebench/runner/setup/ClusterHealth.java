package org.spindlebench.runner.setup;

import java.time.Duration;
import java.util.List;
import org.spindlebench.runner.cluster.Workers;

/** A look at a cluster whose daemons may have restarted, through connections that are new each time. */
public interface ClusterHealth {
    /**
     * What keeps it from being as whole as it was.
     *
     * @param before the daemons that are to work
     * @param lately within this time they must have been heard of
     * @return empty when all of it works
     */
    List<String> missing(Workers before, Duration lately) throws InterruptedException;
}
