package org.spindlebench.it.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Asks the daemons over HTTP, so that the test's JVM needs no Hadoop. */
public final class ClusterRest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Masters masters;
    private final HttpClient http;
    /** Null on a cluster without Kerberos. */
    private final WebTickets tickets;

    /** @param security null for a cluster without Kerberos */
    ClusterRest(Masters masters, ClusterSecurity security) {
        this.masters = masters;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5));
        this.http = (security == null ? builder : builder.sslContext(security.tls())).build();
        this.tickets = security == null ? null : security.webTickets();
    }

    /** Reads a path of the ResourceManager's web services, such as `/ws/v1/cluster/nodes`. */
    public JsonNode resourceManager(String path) throws IOException, InterruptedException {
        return get(masters.resourceManager().web(), path);
    }

    /** Reads a path of the JobHistoryServer's web services, such as `/ws/v1/history/mapreduce/jobs`. */
    public JsonNode historyServer(String path) throws IOException, InterruptedException {
        return get(masters.jobHistory().web(), path);
    }

    /** Reads a path of the NameNode's web services, such as `/jmx` or `/webhdfs/v1/tmp?op=LISTSTATUS`. */
    public JsonNode nameNode(String path) throws IOException, InterruptedException {
        return get(masters.nameNode().http(), path);
    }

    public int liveDataNodes() throws IOException, InterruptedException {
        return nameSystem().path("NumLiveDataNodes").asInt();
    }

    /** Returns the bytes that HDFS can still take, replicas counted. */
    public long remaining() throws IOException, InterruptedException {
        return nameSystem().path("CapacityRemaining").asLong();
    }

    private JsonNode nameSystem() throws IOException, InterruptedException {
        return nameNode("/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState")
                .path("beans")
                .path(0);
    }

    public int runningNodeManagers() throws IOException, InterruptedException {
        return resourceManager("/ws/v1/cluster/nodes?states=RUNNING")
                .path("nodes")
                .path("node")
                .size();
    }

    /** Returns whether all NodeManagers run, and one began after a moment of this host's clock. */
    public boolean nodeManagerBeganAfter(long millis) throws IOException, InterruptedException {
        JsonNode nodes = resourceManager("/ws/v1/cluster/nodes").path("nodes").path("node");
        boolean began = false;
        for (JsonNode node : nodes) {
            if (!node.path("state").asText().equals("RUNNING")) {
                return false;
            }
            // A NodeManager looks at its health when it begins, and then only once in minutes.
            began |= node.path("lastHealthUpdate").asLong() > millis;
        }
        return began;
    }

    /** Makes a directory as HDFS's superuser, and gives it to its owner. */
    void makeDirectory(String path, String permission, String owner, String group)
            throws IOException, InterruptedException {
        String superuser = "&user.name=" + Role.NAMENODE.user();
        put("/webhdfs/v1" + path + "?op=MKDIRS&permission=" + permission + superuser);
        put("/webhdfs/v1" + path + "?op=SETOWNER&owner=" + owner + "&group=" + group + superuser);
    }

    /** Makes a directory of a user, and limits the bytes below it, replicas counted. */
    public void makeDirectoryWithQuota(String path, String owner, long bytes) throws IOException, InterruptedException {
        makeDirectory(path, "755", owner, owner);
        limit(path, bytes);
    }

    /** Limits the bytes below a directory, replicas counted. */
    public void limit(String path, long bytes) throws IOException, InterruptedException {
        put("/webhdfs/v1" + path + "?op=SETQUOTA&storagespacequota=" + bytes + "&user.name=" + Role.NAMENODE.user());
    }

    /** Writes a file, and the directories above it, to HDFS as a user. */
    public void writeFile(String path, String user, String text) throws IOException, InterruptedException {
        HttpRequest ask = request(
                        masters.nameNode().http(),
                        "/webhdfs/v1" + path + "?op=CREATE&noredirect=true&user.name=" + user)
                .PUT(BodyPublishers.noBody())
                .build();
        URI dataNode = URI.create(JSON.readTree(send(ask, 200)).path("Location").asText());
        send(
                HttpRequest.newBuilder(dataNode)
                        .timeout(LIMIT)
                        .PUT(BodyPublishers.ofString(text))
                        .build(),
                201);
    }

    /** Returns the names in a directory of HDFS, in order; empty if it does not exist. */
    public List<String> children(String directory) throws IOException, InterruptedException {
        HttpRequest list = request(
                        masters.nameNode().http(),
                        "/webhdfs/v1" + directory + "?op=LISTSTATUS&user.name=" + Role.NAMENODE.user())
                .build();
        HttpResponse<String> answer = http.send(list, BodyHandlers.ofString());
        if (answer.statusCode() == 404) {
            return List.of();
        }
        JsonNode entries = JSON.readTree(answer.body()).path("FileStatuses").path("FileStatus");
        return StreamSupport.stream(entries.spliterator(), false)
                .map(entry -> entry.path("pathSuffix").asText())
                .sorted()
                .toList();
    }

    /**
     * Returns all that is below a directory of HDFS, as the superuser sees it: by path, the type, length, owner,
     * permission and modification time. Empty if there is no such directory.
     */
    public SortedMap<String, String> tree(String directory) throws IOException, InterruptedException {
        SortedMap<String, String> tree = new TreeMap<>();
        HttpRequest list = request(
                        masters.nameNode().http(),
                        "/webhdfs/v1" + directory + "?op=LISTSTATUS&user.name=" + Role.NAMENODE.user())
                .build();
        HttpResponse<String> answer = http.send(list, BodyHandlers.ofString());
        if (answer.statusCode() == 404) {
            return tree;
        }
        for (JsonNode entry : JSON.readTree(answer.body()).path("FileStatuses").path("FileStatus")) {
            String path = (directory.equals("/") ? "" : directory) + "/"
                    + entry.path("pathSuffix").asText();
            List<String> state = Stream.of("type", "length", "owner", "permission", "modificationTime")
                    .map(key -> entry.path(key).asText())
                    .toList();
            tree.put(path, String.join(" ", state));
            if (state.get(0).equals("DIRECTORY")) {
                tree.putAll(tree(path));
            }
        }
        return tree;
    }

    /** Reads a file of HDFS as the superuser. */
    public String readFile(String path) throws IOException, InterruptedException {
        HttpRequest ask = request(
                        masters.nameNode().http(),
                        "/webhdfs/v1" + path + "?op=OPEN&noredirect=true&user.name=" + Role.NAMENODE.user())
                .build();
        URI dataNode = URI.create(JSON.readTree(send(ask)).path("Location").asText());
        return send(HttpRequest.newBuilder(dataNode).timeout(LIMIT).build());
    }

    /** Kills an application as a user, without its client. */
    public void killApplication(String id, String user) throws IOException, InterruptedException {
        HttpRequest kill = request(
                        masters.resourceManager().web(), "/ws/v1/cluster/apps/" + id + "/state?user.name=" + user)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
                .build();
        send(kill, 202);
    }

    /** Sets when a file of HDFS was last modified, in ms since 1970. */
    public void setModified(String path, long millis) throws IOException, InterruptedException {
        put("/webhdfs/v1" + path + "?op=SETTIMES&modificationtime=" + millis + "&user.name=" + Role.NAMENODE.user());
    }

    private void put(String path) throws IOException, InterruptedException {
        send(request(masters.nameNode().http(), path)
                .PUT(BodyPublishers.noBody())
                .build());
    }

    private JsonNode get(String address, String path) throws IOException, InterruptedException {
        return JSON.readTree(send(request(address, path).build()));
    }

    private HttpRequest.Builder request(String address, String path) {
        boolean tls = tickets != null && address.equals(masters.nameNode().http());
        URI uri = URI.create((tls ? "https://" : "http://") + address + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(LIMIT).header("Accept", "application/json");
        return tickets == null ? request : request.header("Authorization", tickets.authorization(uri.getHost()));
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        return send(request, 200);
    }

    private String send(HttpRequest request, int expected) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != expected) {
            throw new IOException(request.uri() + " answers " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
