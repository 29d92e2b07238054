package org.spindlebench.runner.collect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * MapReduce's own counters of tasks, of maps alone: no RPC tells maps from reduces. From the JobHistoryServer's web service;
 * empty where it does not answer.
 */
final class MapCounterCollector implements Collector<Map<String, Long>> {
    private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";

    @Override
    public Map<String, Long> collect(HistoryJob job) {
        Map<String, Long> counters = new TreeMap<>();
        job.web("counters")
                .map(json -> json.path("jobCounters").path("counterGroup"))
                .ifPresent(groups -> groups.forEach(group -> {
                    if (TASK.equals(group.path("counterGroupName").asText())) {
                        add(group.path("counter"), counters);
                    }
                }));
        return counters;
    }

    private static void add(JsonNode group, Map<String, Long> counters) {
        for (JsonNode counter : group) {
            counters.put(
                    counter.path("name").asText(),
                    counter.path("mapCounterValue").asLong());
        }
    }
}
