package org.spindlebench.runner.collect.failure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.logaggregation.ContainerLogsRequest;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerFactory;

/** Logs that NodeManagers copied into HDFS when the application had ended. */
final class AggregatedLogs {
    /** They arrive some seconds after the end. */
    private static final Duration ARRIVAL = Duration.ofSeconds(8);

    private static final long POLL_MILLIS = 500;
    private static final long TAIL = 16 << 10;

    private final Configuration configuration;
    private final ApplicationId application;

    AggregatedLogs(Configuration configuration, ApplicationId application) {
        this.configuration = configuration;
        this.application = application;
    }

    /**
     * The ends of a container's files, by name.
     *
     * @throws IOException when there is none
     */
    Map<String, String> read(ContainerPlace place) throws IOException, InterruptedException {
        if (!configuration.getBoolean(
                YarnConfiguration.LOG_AGGREGATION_ENABLED, YarnConfiguration.DEFAULT_LOG_AGGREGATION_ENABLED)) {
            throw new IOException("logs are not aggregated (" + YarnConfiguration.LOG_AGGREGATION_ENABLED + ")");
        }
        long deadline = System.nanoTime() + ARRIVAL.toNanos();
        while (true) {
            Map<String, String> files = LogText.files(print(place));
            files.values().removeIf(String::isBlank);
            if (!files.isEmpty()) {
                return files;
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "its aggregated logs did not arrive in HDFS within " + ARRIVAL.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Empty while they have not arrived. */
    private String print(ContainerPlace place) {
        ByteArrayOutputStream print = new ByteArrayOutputStream();
        try {
            ContainerLogsRequest request = new ContainerLogsRequest();
            request.setAppId(application);
            request.setAppOwner(UserGroupInformation.getCurrentUser().getShortUserName());
            request.setContainerId(place.container());
            request.setBytes(-TAIL);
            new LogAggregationFileControllerFactory(configuration)
                    .getFileControllerForRead(application, request.getAppOwner())
                    .readAggregatedLogs(request, print);
        } catch (IOException notYet) {
            return "";
        }
        return print.toString(StandardCharsets.UTF_8);
    }
}
