package org.spindlebench.it.cluster;

/**
 * The addresses, `host:port`, of the masters.
 *
 * @param standby the second NameNode, which only some clusters have
 */
record Masters(NameNode nameNode, NameNode standby, ResourceManager resourceManager, JobHistory jobHistory) {
    static final String HOST = "127.0.0.1";

    record NameNode(String rpc, String http) {}

    record ResourceManager(String client, String scheduler, String tracker, String admin, String web) {}

    record JobHistory(String rpc, String web, String admin) {}

    static Masters on(FreePorts ports) {
        return new Masters(
                new NameNode(ports.addressOn(HOST), ports.addressOn(HOST)),
                new NameNode(ports.addressOn(HOST), ports.addressOn(HOST)),
                new ResourceManager(
                        ports.addressOn(HOST),
                        ports.addressOn(HOST),
                        ports.addressOn(HOST),
                        ports.addressOn(HOST),
                        ports.addressOn(HOST)),
                new JobHistory(ports.addressOn(HOST), ports.addressOn(HOST), ports.addressOn(HOST)));
    }
}
