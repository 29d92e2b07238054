package org.spindlebench.runner.run;

/** The settings that a kind of container's size comes from. */
enum ContainerKeys {
    MAP("mapreduce.map.memory.mb", "mapreduce.map.cpu.vcores", "mapreduce.map.java.opts"),
    REDUCE("mapreduce.reduce.memory.mb", "mapreduce.reduce.cpu.vcores", "mapreduce.reduce.java.opts"),
    AM(
            "yarn.app.mapreduce.am.resource.mb",
            "yarn.app.mapreduce.am.resource.cpu-vcores",
            "yarn.app.mapreduce.am.command-opts");

    private final String memory;
    private final String vcores;
    private final String heap;

    ContainerKeys(String memory, String vcores, String heap) {
        this.memory = memory;
        this.vcores = vcores;
        this.heap = heap;
    }

    String memory() {
        return memory;
    }

    String vcores() {
        return vcores;
    }

    String heap() {
        return heap;
    }
}
