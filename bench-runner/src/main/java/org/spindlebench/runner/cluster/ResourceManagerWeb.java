package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The web services of the ResourceManager, which provide data that no RPC gives. If they do not answer (a firewall,
 * Kerberos on HTTP), the results are empty. If there are several ResourceManagers, the first that knows the answer
 * counts.
 */
public final class ResourceManagerWeb {
    private static final String ROOT_QUEUE = "/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root";

    private final List<String> webs;

    public ResourceManagerWeb(Configuration configuration) {
        this.webs = addresses(configuration);
    }

    /** Returns the addresses of the web services of all ResourceManagers, with scheme. */
    public static List<String> addresses(Configuration configuration) {
        if (!HAUtil.isHAEnabled(configuration)) {
            return List.of(WebAppUtils.getRMWebAppURLWithScheme(configuration));
        }
        String scheme = WebAppUtils.getHttpSchemePrefix(configuration);
        boolean tls = scheme.startsWith("https");
        String key = tls ? YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS : YarnConfiguration.RM_WEBAPP_ADDRESS;
        int port = tls ? YarnConfiguration.DEFAULT_RM_WEBAPP_HTTPS_PORT : YarnConfiguration.DEFAULT_RM_WEBAPP_PORT;
        List<String> addresses = new ArrayList<>();
        for (String id : HAUtil.getRMHAIds(configuration)) {
            String host = configuration.getTrimmed(HAUtil.addSuffix(YarnConfiguration.RM_HOSTNAME, id), "");
            String address = configuration.getTrimmed(HAUtil.addSuffix(key, id), host + ":" + port);
            if (!address.startsWith(":")) {
                addresses.add(scheme + address);
            }
        }
        return addresses;
    }

    /** Returns the state of a ResourceManager, such as {@code ACTIVE}; empty if it does not answer. */
    public static Optional<String> state(String web) {
        return DaemonWeb.json(web + "/ws/v1/cluster/info")
                .flatMap(json -> DaemonWeb.text(json.path("clusterInfo").path("haState")));
    }

    private Stream<JsonNode> answers(String path) {
        return webs.stream().flatMap(web -> DaemonWeb.json(web + path).stream());
    }

    /**
     * Returns a setting that is in force in the ResourceManager. The value in the client's configuration may differ.
     */
    public Optional<String> setting(String key) {
        return answers("/conf?format=json&name=" + key)
                .flatMap(json -> DaemonWeb.text(json.path("property").path("value")).stream())
                .findFirst();
    }

    /**
     * Returns a setting of the scheduler. The CapacityScheduler's own file is not among the ResourceManager's settings. A
     * service shows the file to administrators if it is kept in a store.
     */
    Optional<String> schedulerSetting(String key) {
        return setting(key).or(() -> answers("/ws/v1/cluster/scheduler-conf")
                .flatMap(json -> StreamSupport.stream(json.path("property").spliterator(), false))
                .filter(property -> property.path("name").asText().equals(key))
                .flatMap(property -> DaemonWeb.text(property.path("value")).stream())
                .findFirst());
    }

    boolean isFair() {
        return scheduler()
                .map(root -> root.path("type").asText().equals("fairScheduler"))
                .orElse(false);
    }

    /**
     * Returns whether the scheduler counts vcores, judged by its behaviour, because the CapacityScheduler's own file is
     * not among the ResourceManager's settings.
     *
     * <p>If only memory counts, the CapacityScheduler's calculator gives every share one vcore, even the whole cluster.
     * The fair scheduler checks memory and vcores on every node, regardless of a queue's policy. Returns empty if there
     * is no answer, or if the cluster has only one vcore.
     */
    public Optional<Boolean> countsVcores() {
        if (isFair()) {
            return Optional.of(true);
        }
        return answers(ROOT_QUEUE)
                .map(json -> json.path("beans").path(0))
                .filter(root -> root.path("MaxCapacityMB").asLong() > 0
                        && root.path("AvailableVCores").asLong()
                                        + root.path("AllocatedVCores").asLong()
                                > 1)
                .map(root -> root.path("MaxCapacityVCores").asLong() > 1)
                .findFirst();
    }

    private Optional<JsonNode> scheduler() {
        return answers("/ws/v1/cluster/scheduler")
                .map(json -> json.path("scheduler").path("schedulerInfo"))
                .filter(JsonNode::isObject)
                .findFirst();
    }

    /** Returns a queue of the capacity scheduler, by its full path or only the last part of it. */
    public Optional<JsonNode> queue(String name) {
        return scheduler().map(root -> find(root, "", name));
    }

    public Optional<String> version() {
        return answers("/ws/v1/cluster/info")
                .flatMap(json -> DaemonWeb.text(json.path("clusterInfo").path("hadoopVersion")).stream())
                .findFirst();
    }

    /** Returns the attempts of an application's ApplicationMaster in order; none if there is no answer. */
    public List<JsonNode> attempts(String applicationId) {
        List<JsonNode> attempts = new ArrayList<>();
        answers("/ws/v1/cluster/apps/" + applicationId + "/appattempts")
                .map(json -> json.path("appAttempts").path("appAttempt"))
                .filter(found -> !found.isMissingNode())
                .findFirst()
                .ifPresent(found -> found.forEach(attempts::add));
        return attempts;
    }

    private static JsonNode find(JsonNode queue, String parent, String name) {
        String path = parent + queue.path("queueName").asText();
        if (new QueueName(path).is(name)) {
            return queue;
        }
        JsonNode children = queue.path("queues").path("queue");
        // A list with one element may appear as the element itself.
        for (JsonNode child : children.isObject() ? List.of(children) : children) {
            JsonNode found = find(child, path + ".", name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
