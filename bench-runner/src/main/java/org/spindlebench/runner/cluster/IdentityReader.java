package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/** Reads from a client's configuration whose cluster it is. */
final class IdentityReader {
    private static final String ADDRESS = "yarn.resourcemanager.address";
    private static final String HOST = "yarn.resourcemanager.hostname";
    private static final String PORT = ":8032";

    private IdentityReader() {}

    static ClusterIdentity read(Configuration configuration) throws IOException {
        return new ClusterIdentity(
                resourceManager(configuration),
                FileSystem.getDefaultUri(configuration).toString(),
                UserGroupInformation.getCurrentUser().getShortUserName());
    }

    private static String resourceManager(Configuration configuration) {
        if (!configuration.getBoolean("yarn.resourcemanager.ha.enabled", false)) {
            return configuration.get(ADDRESS);
        }
        return Arrays.stream(configuration.getTrimmedStrings("yarn.resourcemanager.ha.rm-ids"))
                .sorted()
                .map(id -> configuration.get(ADDRESS + "." + id, configuration.get(HOST + "." + id) + PORT))
                .collect(Collectors.joining(","));
    }
}
