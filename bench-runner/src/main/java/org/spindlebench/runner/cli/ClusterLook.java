package org.spindlebench.runner.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.setup.ClusterHealth;

/**
 * Looks at the running cluster.
 *
 * @param hadoopArguments Hadoop's generic options that name it
 */
record ClusterLook(List<String> hadoopArguments) implements ClusterHealth {
    /** That of a request. */
    static ClusterLook of(RunRequest request) {
        return new ClusterLook(request.generic().hadoopArguments());
    }

    @Override
    public List<String> missing(Workers before, Duration lately) {
        LogLevels.quiet();
        try (ClusterSession session = ClusterSession.running(hadoopArguments)) {
            HadoopCluster cluster = session.cluster();
            return cluster.isInSafeMode()
                    ? List.of("the end of HDFS's safe mode")
                    : cluster.workers(lately).missingSince(before);
        } catch (IOException | ClusterUnreachableException e) {
            return List.of("an answer of HDFS and YARN (" + FailureMessage.of(e) + ")");
        }
    }
}
