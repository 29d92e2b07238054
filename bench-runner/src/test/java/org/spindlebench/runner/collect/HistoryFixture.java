package org.spindlebench.runner.collect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.EventWriter;
import org.apache.hadoop.mapreduce.jobhistory.HistoryEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobInfoChangeEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobInitedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobSubmittedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobUnsuccessfulCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.MapAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.ReduceAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptStartedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptUnsuccessfulCompletionEvent;

/** Makes histories of a small job with Hadoop's own writer. */
public final class HistoryFixture {
    static final long SUBMITTED = 1_600_000_000_000L;
    private static final JobID JOB = JobID.forName("job_1600000000000_0007");
    private static final TaskAttemptID MAP = new TaskAttemptID(new TaskID(JOB, TaskType.MAP, 0), 0);
    private static final TaskAttemptID REDUCE = new TaskAttemptID(new TaskID(JOB, TaskType.REDUCE, 0), 1);

    private HistoryFixture() {}

    public static byte[] complete(EventWriter.WriteMode mode) throws IOException {
        List<HistoryEvent> events = begun();
        events.add(new MapAttemptFinishedEvent(
                MAP, TaskType.MAP, "SUCCEEDED", at(7), at(8), "node-1", 0, "/rack", "done", counters(), null));
        events.add(new ReduceAttemptFinishedEvent(
                REDUCE,
                TaskType.REDUCE,
                "SUCCEEDED",
                at(9),
                at(10),
                at(11),
                "node-2",
                0,
                "/rack",
                "done",
                counters(),
                null));
        events.add(new JobFinishedEvent(JOB, at(12), 1, 1, 0, 0, 0, 0, counters(), counters(), counters()));
        return written(mode, events);
    }

    /**
     * Returns the history of a job whose reduces fetched these numbers of bytes. A killed attempt of the first reduce
     * had fetched more than all of them.
     */
    static byte[] reduces(EventWriter.WriteMode mode, long... fetched) throws IOException {
        List<HistoryEvent> events = begun();
        events.add(reduced(0, 0, "KILLED", 1_000_000));
        for (int i = 0; i < fetched.length; i++) {
            events.add(reduced(i, 1, "SUCCEEDED", fetched[i]));
        }
        events.add(new JobFinishedEvent(JOB, at(12), 1, 1, 0, 0, 0, 0, counters(), counters(), counters()));
        return written(mode, events);
    }

    private static HistoryEvent reduced(int task, int attempt, String how, long fetched) {
        Counters counters = counters();
        counters.findCounter("org.apache.hadoop.mapreduce.TaskCounter", "REDUCE_SHUFFLE_BYTES")
                .setValue(fetched);
        TaskAttemptID id = new TaskAttemptID(new TaskID(JOB, TaskType.REDUCE, task), attempt);
        return new ReduceAttemptFinishedEvent(
                id, TaskType.REDUCE, how, at(9), at(10), at(11), "node-2", 0, "/rack", "done", counters, null);
    }

    static byte[] unsuccessful(EventWriter.WriteMode mode, String status) throws IOException {
        return unsuccessful(mode, status, "no space left");
    }

    /** Returns the history of a job with a map that failed with an error. */
    static byte[] unsuccessful(EventWriter.WriteMode mode, String status, String error) throws IOException {
        List<HistoryEvent> events = begun();
        events.add(new TaskAttemptUnsuccessfulCompletionEvent(
                MAP, TaskType.MAP, "FAILED", at(8), "node-1", 0, "/rack", error, counters(), null));
        events.add(new JobUnsuccessfulCompletionEvent(
                JOB, at(9), 0, 0, 1, 0, 0, 0, status, List.of("Task failed task_1600000000000_0007_m_000000")));
        return written(mode, events);
    }

    private static List<HistoryEvent> begun() {
        List<HistoryEvent> events = new ArrayList<>();
        events.add(new JobSubmittedEvent(JOB, "Tera Sort (1/2)", "user", SUBMITTED, "job.xml", Map.of(), "default"));
        events.add(new JobInfoChangeEvent(JOB, SUBMITTED, at(5)));
        events.add(new JobInitedEvent(JOB, at(5), 1, 1, "RUNNING", false));
        events.add(new TaskAttemptStartedEvent(MAP, TaskType.MAP, at(6), "node-1", 0, 0, "OFF_SWITCH", "VIRGIN"));
        events.add(new TaskAttemptStartedEvent(REDUCE, TaskType.REDUCE, at(6), "node-2", 0, 0, "OFF_SWITCH", "VIRGIN"));
        return events;
    }

    private static long at(int seconds) {
        return SUBMITTED + seconds * 1000L;
    }

    private static Counters counters() {
        Counters counters = new Counters();
        counters.findCounter("org.apache.hadoop.mapreduce.TaskCounter", "CPU_MILLISECONDS")
                .setValue(2500);
        counters.findCounter("org.apache.hadoop.mapreduce.TaskCounter", "REDUCE_SHUFFLE_BYTES")
                .setValue(400);
        counters.findCounter("org.apache.hadoop.mapreduce.TaskCounter", "SHUFFLED_MAPS")
                .setValue(2);
        counters.findCounter("org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter", "BYTES_READ")
                .setValue(1000);
        return counters;
    }

    // The writer's method is visible only in Hadoop's own package.
    private static byte[] written(EventWriter.WriteMode mode, List<HistoryEvent> events) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EventWriter writer = new EventWriter(new FSDataOutputStream(bytes, null), mode);
        try {
            Method write = EventWriter.class.getDeclaredMethod("write", HistoryEvent.class);
            write.setAccessible(true);
            for (HistoryEvent event : events) {
                write.invoke(writer, event);
            }
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IOException(e);
        }
        writer.close();
        return bytes.toByteArray();
    }
}
