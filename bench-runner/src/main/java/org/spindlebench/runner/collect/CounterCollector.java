package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.yarn.util.Records;

/** Every counter of the job; null where the history has none, as of some jobs that failed. */
final class CounterCollector implements Collector<Map<String, Map<String, Long>>> {
    @Override
    public Map<String, Map<String, Long>> collect(HistoryJob job) throws IOException {
        GetCountersRequest request = Records.newRecord(GetCountersRequest.class);
        request.setJobId(job.id());
        Counters counters =
                TypeConverter.fromYarn(job.protocol().getCounters(request).getCounters());
        if (counters == null) {
            return null;
        }
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        for (CounterGroup group : counters) {
            Map<String, Long> values = new TreeMap<>();
            for (Counter counter : group) {
                values.put(counter.getName(), counter.getValue());
            }
            groups.put(group.getName(), values);
        }
        return groups;
    }
}
