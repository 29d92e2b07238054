package org.spindlebench.it.real;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.spindlebench.it.cluster.ClusterRest;

/** YARN's applications as the ResourceManager's web service shows them, which Spindle itself does not ask. */
record Applications(ClusterRest rest) {
    private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

    /**
     * An application.
     *
     * @param started milliseconds of the ResourceManager's clock
     * @param finished the same; 0 while it lives
     */
    record Application(String id, String state, String tags, long started, long finished) {
        boolean live() {
            return !ENDED.contains(state);
        }
    }

    /** Those with a tag. */
    List<Application> tagged(String tag) throws IOException, InterruptedException {
        return all().stream()
                .filter(application -> List.of(application.tags().split(",")).contains(tag))
                .toList();
    }

    List<Application> all() throws IOException, InterruptedException {
        List<Application> all = new ArrayList<>();
        for (JsonNode node :
                rest.resourceManager("/ws/v1/cluster/apps").path("apps").path("app")) {
            all.add(new Application(
                    node.path("id").asText(),
                    node.path("state").asText(),
                    node.path("applicationTags").asText(),
                    node.path("startedTime").asLong(),
                    node.path("finishedTime").asLong()));
        }
        return all;
    }

    /** The ids of those that live. */
    List<String> live(String tag) throws IOException, InterruptedException {
        return tagged(tag).stream()
                .filter(Application::live)
                .map(Application::id)
                .toList();
    }
}
