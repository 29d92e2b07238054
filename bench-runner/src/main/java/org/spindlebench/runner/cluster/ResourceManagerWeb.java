package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The ResourceManager's and JobHistoryServer's web services, for what no RPC tells. Where they don't answer (a firewall,
 * Kerberos on HTTP), the answer is empty.
 */
public final class ResourceManagerWeb {
    private static final String ROOT_QUEUE = "/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root";

    private final Configuration configuration;

    public ResourceManagerWeb(Configuration configuration) {
        this.configuration = configuration;
    }

    /** A setting of the ResourceManager itself: the client's copy of a daemon's setting proves nothing. */
    public Optional<String> setting(String key) {
        return DaemonWeb.json(WebAppUtils.getRMWebAppURLWithScheme(configuration) + "/conf?format=json&name=" + key)
                .map(json -> json.path("property").path("value"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }

    /**
     * Whether the scheduler counts vcores, by what it does and not by what a file says: the CapacityScheduler's own file is not among the ResourceManager's
     * settings. Where memory alone counts, its calculator gives every share one vcore, the whole cluster's too. The fair scheduler looks at both on every
     * node, whatever the policy of a queue. Empty where nobody answers, or where a cluster of one vcore tells nothing.
     */
    public Optional<Boolean> countsVcores() {
        if (scheduler()
                .map(root -> root.path("type").asText().equals("fairScheduler"))
                .orElse(false)) {
            return Optional.of(true);
        }
        return DaemonWeb.json(WebAppUtils.getRMWebAppURLWithScheme(configuration) + ROOT_QUEUE)
                .map(json -> json.path("beans").path(0))
                .filter(root -> root.path("MaxCapacityMB").asLong() > 0
                        && root.path("AvailableVCores").asLong()
                                        + root.path("AllocatedVCores").asLong()
                                > 1)
                .map(root -> root.path("MaxCapacityVCores").asLong() > 1);
    }

    private Optional<JsonNode> scheduler() {
        return DaemonWeb.json(WebAppUtils.getRMWebAppURLWithScheme(configuration) + "/ws/v1/cluster/scheduler")
                .map(json -> json.path("scheduler").path("schedulerInfo"));
    }

    /** A queue of the capacity scheduler, by its full path or its last name. */
    public Optional<JsonNode> queue(String name) {
        String leaf = name.substring(name.lastIndexOf('.') + 1);
        return scheduler().map(root -> find(root, leaf));
    }

    /** The ResourceManager's Hadoop version. */
    public Optional<String> version() {
        return DaemonWeb.json(WebAppUtils.getRMWebAppURLWithScheme(configuration) + "/ws/v1/cluster/info")
                .map(json -> json.path("clusterInfo").path("hadoopVersion"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }

    /** The attempts of an application's ApplicationMaster, in their order; none where nobody answers. */
    public List<JsonNode> attempts(String applicationId) {
        List<JsonNode> attempts = new ArrayList<>();
        DaemonWeb.json(WebAppUtils.getRMWebAppURLWithScheme(configuration) + "/ws/v1/cluster/apps/" + applicationId
                        + "/appattempts")
                .map(json -> json.path("appAttempts").path("appAttempt"))
                .ifPresent(found -> found.forEach(attempts::add));
        return attempts;
    }

    private static JsonNode find(JsonNode queue, String name) {
        if (name.equals(queue.path("queueName").asText())) {
            return queue;
        }
        JsonNode children = queue.path("queues").path("queue");
        // A list of one may come as the plain object.
        for (JsonNode child : children.isObject() ? List.of(children) : children) {
            JsonNode found = find(child, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
