package org.spindlebench.runner.collect.failure;

/** What a container does, and the keys of its memory. */
enum Role {
    MAP("mapreduce.map.memory.mb", "mapreduce.map.java.opts"),
    REDUCE("mapreduce.reduce.memory.mb", "mapreduce.reduce.java.opts"),
    APPLICATION_MASTER("yarn.app.mapreduce.am.resource.mb", "yarn.app.mapreduce.am.command-opts"),
    UNKNOWN(
            "mapreduce.map.memory.mb, mapreduce.reduce.memory.mb or, for the ApplicationMaster,"
                    + " yarn.app.mapreduce.am.resource.mb",
            "mapreduce.map.java.opts, mapreduce.reduce.java.opts or yarn.app.mapreduce.am.command-opts");

    private final String memory;
    private final String heap;

    Role(String memory, String heap) {
        this.memory = memory;
        this.heap = heap;
    }

    /** The key of its container's size. */
    String memory() {
        return memory;
    }

    /** The key of its heap. */
    String heap() {
        return heap;
    }

    /** Of a task attempt, by MapReduce's id; unknown for null. */
    static Role of(String attempt) {
        if (attempt == null) {
            return UNKNOWN;
        }
        return attempt.contains("_m_") ? MAP : attempt.contains("_r_") ? REDUCE : UNKNOWN;
    }
}
