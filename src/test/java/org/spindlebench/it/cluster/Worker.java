package org.spindlebench.it.cluster;

/** A host with one DataNode and one NodeManager, and their addresses, `host:port`. */
record Worker(String host, DataNode dataNode, NodeManager nodeManager) {

    record DataNode(String data, String http, String ipc) {}

    record NodeManager(String rpc, String localizer, String web) {}

    /**
     * Returns the worker of this index, from 0, on its own loopback address, so that the scheduler sees separate hosts.
     */
    static Worker of(int index, FreePorts ports) {
        String host = host(index);
        return new Worker(
                host,
                new DataNode(ports.addressOn(host), ports.addressOn(host), ports.addressOn(host)),
                new NodeManager(ports.addressOn(host), ports.addressOn(host), ports.addressOn(host)));
    }

    static String host(int index) {
        return "127.0.0." + (2 + index);
    }
}
