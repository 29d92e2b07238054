package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Waits for an ApplicationMaster's container to go: it sleeps after it has unregistered and still holds its memory. */
final class AmTail {
    private AmTail() {}

    static Duration await(YarnClient yarn, ApplicationId application, Duration limit)
            throws IOException, YarnException, InterruptedException {
        long start = System.nanoTime();
        while (yarn.getApplicationReport(application).getFinishTime() == 0
                && System.nanoTime() - start < limit.toNanos()) {
            Thread.sleep(50);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
