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

/** Asks the daemons over HTTP, so that the test's JVM needs nothing of Hadoop. */
public final class ClusterRest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Masters masters;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    ClusterRest(Masters masters) {
        this.masters = masters;
    }

    /** A path of the ResourceManager's web services, such as `/ws/v1/cluster/nodes`. */
    public JsonNode resourceManager(String path) throws IOException, InterruptedException {
        return get(masters.resourceManager().web(), path);
    }

    /** A path of the JobHistoryServer's web services, such as `/ws/v1/history/mapreduce/jobs`. */
    public JsonNode historyServer(String path) throws IOException, InterruptedException {
        return get(masters.jobHistory().web(), path);
    }

    /** A path of the NameNode's web services, such as `/jmx` or `/webhdfs/v1/tmp?op=LISTSTATUS`. */
    public JsonNode nameNode(String path) throws IOException, InterruptedException {
        return get(masters.nameNode().http(), path);
    }

    public int liveDataNodes() throws IOException, InterruptedException {
        JsonNode beans = nameNode("/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState")
                .path("beans");
        return beans.path(0).path("NumLiveDataNodes").asInt();
    }

    public int runningNodeManagers() throws IOException, InterruptedException {
        return resourceManager("/ws/v1/cluster/nodes?states=RUNNING")
                .path("nodes")
                .path("node")
                .size();
    }

    /** Makes a directory as HDFS's superuser and hands it over. */
    void makeDirectory(String path, String permission, String owner, String group)
            throws IOException, InterruptedException {
        String superuser = "&user.name=" + Role.NAMENODE.user();
        put("/webhdfs/v1" + path + "?op=MKDIRS&permission=" + permission + superuser);
        put("/webhdfs/v1" + path + "?op=SETOWNER&owner=" + owner + "&group=" + group + superuser);
    }

    private void put(String path) throws IOException, InterruptedException {
        send(request(masters.nameNode().http(), path)
                .PUT(BodyPublishers.noBody())
                .build());
    }

    private JsonNode get(String address, String path) throws IOException, InterruptedException {
        return JSON.readTree(send(request(address, path).build()));
    }

    private static HttpRequest.Builder request(String address, String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofSeconds(10))
                .header("Accept", "application/json");
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(request.uri() + " answers " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
