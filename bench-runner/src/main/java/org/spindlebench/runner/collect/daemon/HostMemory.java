package org.spindlebench.runner.collect.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

/** The memory of the hosts of DataNodes, as their JVMs see it: in a container that has a limit, the limit. */
public final class HostMemory {
    private static final String BEAN = "/jmx?qry=java.lang:type=OperatingSystem";
    /** The first from Java 14 on, the second up to then and still there. */
    private static final List<String> NAMES = List.of("TotalMemorySize", "TotalPhysicalMemorySize");

    private HostMemory() {}

    /** Bytes by host; of hosts whose DataNodes do not answer, nothing. Each is asked for 5 s at most. */
    public static Map<String, Long> read(List<DataNodeAddress> dataNodes) {
        Map<String, Long> memory = new TreeMap<>();
        for (DataNodeAddress node : dataNodes) {
            if (!memory.containsKey(node.host()) && node.web() != null) {
                DaemonWeb.json(node.web() + BEAN)
                        .flatMap(HostMemory::bytes)
                        .ifPresent(bytes -> memory.put(node.host(), bytes));
            }
        }
        return memory;
    }

    static Optional<Long> bytes(JsonNode answer) {
        JsonNode bean = answer.path("beans").path(0);
        return NAMES.stream()
                .map(bean::path)
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::asLong)
                .findFirst();
    }
}
