package org.spindlebench.runner.collect;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.spindlebench.runner.cluster.EndedJob;

/**
 * The fields of a record in a job history. Fields depend on the version of Hadoop. A missing field, or a field of an
 * unexpected type, is null.
 */
record HistoryFields(GenericRecord record) {
    /** Returns the name of the event, such as {@code JobSubmitted}. */
    String name() {
        return record.getSchema().getName();
    }

    /** Returns the event that a line of the file contains. If there is none, returns an event without fields. */
    HistoryFields event() {
        return get("event") instanceof GenericRecord event ? new HistoryFields(event) : this;
    }

    String text(String field) {
        return get(field) instanceof CharSequence text ? text.toString() : null;
    }

    Long number(String field) {
        return get(field) instanceof Number number ? (Long) number.longValue() : null;
    }

    Instant instant(String field) {
        Long millis = number(field);
        return millis == null ? null : EndedJob.instant(millis);
    }

    /** Returns the counters by group and name; null if there are none. */
    Map<String, Map<String, Long>> counters(String field) {
        if (!(get(field) instanceof GenericRecord counters)) {
            return null;
        }
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        new HistoryFields(counters).each("groups", group -> {
            Map<String, Long> values = new TreeMap<>();
            group.each("counts", counter -> {
                if (counter.text("name") != null && counter.number("value") != null) {
                    values.put(counter.text("name"), counter.number("value"));
                }
            });
            if (group.text("name") != null) {
                groups.put(group.text("name"), values);
            }
        });
        return groups;
    }

    private void each(String field, Consumer<HistoryFields> action) {
        if (get(field) instanceof Iterable<?> elements) {
            for (Object element : elements) {
                if (element instanceof GenericRecord one) {
                    action.accept(new HistoryFields(one));
                }
            }
        }
    }

    // Newer versions of Avro throw an exception if the schema lacks a name.
    private Object get(String field) {
        Schema.Field known = record.getSchema().getField(field);
        return known == null ? null : record.get(known.pos());
    }
}
