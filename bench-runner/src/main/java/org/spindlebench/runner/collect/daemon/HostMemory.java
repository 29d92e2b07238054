package org.spindlebench.runner.collect.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

/** Reads the memory of DataNodes' hosts as the DataNodes' JVMs report it: in a container, the limit. */
public final class HostMemory {
    private static final String BEAN = "/jmx?qry=java.lang:type=OperatingSystem";
    /**
     * The value's names in the JVM's bean. The first exists from Java 14 on; the second is older but still available.
     */
    private static final List<String> NAMES = List.of("TotalMemorySize", "TotalPhysicalMemorySize");

    private HostMemory() {}

    /** Returns the bytes of memory by host. Hosts whose DataNodes do not answer are left out. */
    public static Map<String, Long> read(List<DataNodeAddress> dataNodes) throws InterruptedException {
        Map<String, Callable<Optional<Long>>> questions = new TreeMap<>();
        for (DataNodeAddress node : dataNodes) {
            if (node.web() != null) {
                questions.put(
                        node.host(), () -> DaemonWeb.json(node.web() + BEAN).flatMap(HostMemory::bytes));
            }
        }
        List<String> hosts = new ArrayList<>(questions.keySet());
        List<Future<Optional<Long>>> answers = Deadlines.ask(new ArrayList<>(questions.values()));
        Map<String, Long> memory = new TreeMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            String host = hosts.get(i);
            try {
                answers.get(i).get().ifPresent(bytes -> memory.put(host, bytes));
            } catch (ExecutionException | CancellationException unknown) {
                // The host is left out, like hosts that do not answer.
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
