package org.spindlebench.it.proof;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** The sums of what this JVM's DataNodes have counted so far. */
record DataNodeMetrics(long blocksWritten, long fsyncs) {
    private static final ObjectName ACTIVITY = pattern("Hadoop:service=DataNode,name=DataNodeActivity-*");

    static DataNodeMetrics now() {
        DataNodeMetrics sum = new DataNodeMetrics(0, 0);
        for (String name : sources()) {
            // The MBean's attributes are not used, because they are up to ten seconds old.
            MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
            MetricsCollectorImpl collector = new MetricsCollectorImpl();
            source.getMetrics(collector, true);
            // In Hadoop 3.3, the class of the records is not public.
            Iterable<? extends MetricsRecord> records = collector.getRecords();
            for (MetricsRecord record : records) {
                sum = sum.plus(value(record, "BlocksWritten"), value(record, "FsyncCount"));
            }
        }
        return sum;
    }

    DataNodeMetrics since(DataNodeMetrics before) {
        return plus(-before.blocksWritten, -before.fsyncs);
    }

    private DataNodeMetrics plus(long moreBlocks, long moreFsyncs) {
        return new DataNodeMetrics(blocksWritten + moreBlocks, fsyncs + moreFsyncs);
    }

    private static List<String> sources() {
        List<String> names = ManagementFactory.getPlatformMBeanServer().queryNames(ACTIVITY, null).stream()
                .map(name -> name.getKeyProperty("name"))
                .toList();
        if (names.isEmpty()) {
            throw new IllegalStateException("no DataNode runs in this JVM");
        }
        return names;
    }

    private static ObjectName pattern(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static long value(MetricsRecord record, String name) {
        for (AbstractMetric metric : record.metrics()) {
            if (metric.name().equals(name)) {
                return metric.value().longValue();
            }
        }
        throw new IllegalStateException("the DataNode does not count " + name);
    }
}
