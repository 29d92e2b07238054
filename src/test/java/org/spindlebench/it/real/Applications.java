package org.spindlebench.it.real;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spindlebench.it.cluster.ClusterRest;

/** YARN's applications according to the ResourceManager's web service, which Spindle itself does not use. */
record Applications(ClusterRest rest) {
    private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

    /**
     * An application of YARN.
     *
     * @param started milliseconds of the ResourceManager's clock
     * @param finished milliseconds of the same clock; 0 while the application lives
     */
    record Application(String id, String state, String tags, long started, long finished) {
        boolean live() {
            return !ENDED.contains(state);
        }
    }

    /** Returns the applications with a tag. */
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

    /** Returns the applications of a run, each of which is one attempt at it. */
    List<Application> ofRun(RealCampaign campaign, String run) throws IOException, InterruptedException {
        String prefix = campaign.tag() + "_" + run.toLowerCase(Locale.ROOT) + "_";
        return all().stream()
                .filter(application ->
                        Arrays.stream(application.tags().split(",")).anyMatch(tag -> tag.startsWith(prefix)))
                .toList();
    }

    /** Returns the ids of the live applications with a tag. */
    List<String> live(String tag) throws IOException, InterruptedException {
        return tagged(tag).stream()
                .filter(Application::live)
                .map(Application::id)
                .toList();
    }
}
