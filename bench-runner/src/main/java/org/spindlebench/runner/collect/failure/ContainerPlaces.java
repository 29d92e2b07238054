package org.spindlebench.runner.collect.failure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerReport;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.ResourceManagerWeb;
import org.spindlebench.runner.collect.FailedAttempt;
import org.spindlebench.runner.collect.FailedAttempts;

/** Which containers of an application are worth looking at. */
final class ContainerPlaces {
    private static final Duration HISTORY_APPEARS = Duration.ofSeconds(5);

    private final HadoopCluster cluster;

    ContainerPlaces(HadoopCluster cluster) {
        this.cluster = cluster;
    }

    /** Those that run, the ApplicationMaster first: it knows what it waits for. */
    List<ContainerPlace> running(ApplicationReport application, int most) throws IOException, YarnException {
        return cluster.yarn().getContainers(application.getCurrentApplicationAttemptId()).stream()
                .sorted(Comparator.comparing(ContainerReport::getContainerId))
                .limit(most)
                .map(container -> new ContainerPlace(
                        container.getContainerId().toString(),
                        null,
                        container.getAssignedNode().getHost(),
                        withoutScheme(container.getNodeHttpAddress()),
                        ""))
                .toList();
    }

    /** Tasks that failed; and ApplicationMasters, where none of them came to write a history. */
    List<ContainerPlace> failed(ApplicationReport application, int most, Set<String> unread) {
        List<ContainerPlace> places = new ArrayList<>();
        try {
            String job = TypeConverter.fromYarn(application.getApplicationId()).toString();
            for (FailedAttempt failed : FailedAttempts.read(cluster.configuration(), job, HISTORY_APPEARS, most)) {
                places.add(new ContainerPlace(
                        failed.container(),
                        failed.attempt(),
                        failed.host(),
                        failed.host() == null || failed.webPort() <= 0 ? null : failed.host() + ":" + failed.webPort(),
                        failed.diagnostics()));
            }
        } catch (IOException noHistory) {
            places.addAll(applicationMasters(application, most));
            if (places.isEmpty()) {
                unread.add(noHistory.getMessage());
            }
        }
        return places;
    }

    private List<ContainerPlace> applicationMasters(ApplicationReport application, int most) {
        List<ContainerPlace> places = new ArrayList<>();
        for (JsonNode attempt : new ResourceManagerWeb(cluster.configuration())
                .attempts(application.getApplicationId().toString())) {
            String container = attempt.path("containerId").asText("");
            String web = attempt.path("nodeHttpAddress").asText("");
            if (!container.isEmpty() && places.size() < most) {
                places.add(new ContainerPlace(
                        container,
                        null,
                        web.isEmpty() ? null : web.substring(0, web.lastIndexOf(':')),
                        web.isEmpty() ? null : web,
                        ""));
            }
        }
        return places;
    }

    private static String withoutScheme(String address) {
        return address == null ? null : address.replaceFirst("^https?://", "");
    }
}
