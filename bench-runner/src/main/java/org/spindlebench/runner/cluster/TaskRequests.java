package org.spindlebench.runner.cluster;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.spindlebench.runner.cluster.Slots.ContainerSize;

/**
 * The container requests and sizes that follow from a job's settings.
 *
 * @param mapHeap bytes of a map's heap according to {@code -Xmx}, or 0 if there is none
 * @param reduceHeap bytes of a reduce's heap, in the same way
 * @param amHeap bytes of the ApplicationMaster's heap, in the same way
 * @param blockSize bytes of an HDFS block
 * @param splitMeta the largest size in bytes of the metadata about a job's input splits; below 1 if there is no limit
 */
public record TaskRequests(
        ContainerSize map,
        ContainerSize reduce,
        ContainerSize am,
        long mapHeap,
        long reduceHeap,
        long amHeap,
        long blockSize,
        long splitMeta) {

    /** Reads requests as MapReduce does: explicit memory first, then the size implied by the heap, then the default. */
    public static final class TaskRequestReader {
        private static final long MIB = 1L << 20;
        private static final long DEFAULT_BLOCK = 128 * MIB;
        private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)(?=\\s|$)");

        private static final List<String> NUMBERS = List.of(
                MRJobConfig.MAP_MEMORY_MB,
                MRJobConfig.MAP_CPU_VCORES,
                MRJobConfig.REDUCE_MEMORY_MB,
                MRJobConfig.REDUCE_CPU_VCORES,
                MRJobConfig.MR_AM_VMEM_MB,
                MRJobConfig.MR_AM_CPU_VCORES,
                MRJobConfig.IO_SORT_MB);

        /** The largest buffer with which Hadoop's maps sort. With a larger one, every map fails. */
        private static final int LARGEST_SORT_MB = 2047;

        private TaskRequestReader() {}

        public static TaskRequests read(Configuration cluster, Map<String, String> settings) {
            Configuration merged = new Configuration(cluster);
            settings.forEach(merged::set);
            refuse(merged);
            JobConf job = new JobConf(merged);
            return new TaskRequests(
                    new ContainerSize(
                            job.getMemoryRequired(TaskType.MAP) * MIB,
                            job.getInt(MRJobConfig.MAP_CPU_VCORES, MRJobConfig.DEFAULT_MAP_CPU_VCORES)),
                    new ContainerSize(
                            job.getMemoryRequired(TaskType.REDUCE) * MIB,
                            job.getInt(MRJobConfig.REDUCE_CPU_VCORES, MRJobConfig.DEFAULT_REDUCE_CPU_VCORES)),
                    new ContainerSize(
                            job.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB) * MIB,
                            job.getInt(MRJobConfig.MR_AM_CPU_VCORES, MRJobConfig.DEFAULT_MR_AM_CPU_VCORES)),
                    heap(job.getTaskJavaOpts(TaskType.MAP)),
                    heap(job.getTaskJavaOpts(TaskType.REDUCE)),
                    heap(job.get(MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS)),
                    job.getLongBytes("dfs.blocksize", DEFAULT_BLOCK),
                    job.getLong(MRJobConfig.SPLIT_METAINFO_MAXSIZE, MRJobConfig.DEFAULT_SPLIT_METAINFO_MAXSIZE));
        }

        /**
         * Refuses values that are not numbers, and a buffer that maps do not accept. Hadoop's {@code For input string:
         * "2g"} does not name the key.
         */
        private static void refuse(Configuration merged) {
            for (String key : NUMBERS) {
                check(merged, key, () -> merged.getInt(key, 0));
            }
            String limit = MRJobConfig.SPLIT_METAINFO_MAXSIZE;
            check(merged, limit, () -> merged.getLong(limit, 0));
            int buffer = merged.getInt(MRJobConfig.IO_SORT_MB, 1);
            if (buffer < 1 || buffer > LARGEST_SORT_MB) {
                throw new IllegalArgumentException(MRJobConfig.IO_SORT_MB + " is '" + buffer
                        + "', but maps accept 1 to " + LARGEST_SORT_MB + "; change it in the client's mapred-site.xml,"
                        + " or set it with -D");
            }
        }

        private static void check(Configuration merged, String key, Runnable number) {
            try {
                number.run();
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(key + " is '" + merged.get(key) + "', not a whole number", e);
            }
        }

        /** Returns the last {@code -Xmx} of JVM options in bytes; 0 if there is none. */
        static long heap(String options) {
            long bytes = 0;
            Matcher found = HEAP.matcher(options == null ? "" : options);
            while (found.find()) {
                int power = " kmgt".indexOf(Character.toLowerCase((found.group(2) + " ").charAt(0)));
                bytes = Long.parseLong(found.group(1)) << (10 * power);
            }
            return bytes;
        }
    }
}
