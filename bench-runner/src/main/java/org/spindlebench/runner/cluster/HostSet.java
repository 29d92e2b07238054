package org.spindlebench.runner.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A set of hosts. HDFS and YARN may have different names for a host, so names with the same address are treated as one
 * host.
 */
public final class HostSet {
    private final Set<String> names;
    private final Set<String> addresses = new HashSet<>();

    public HostSet(Collection<String> names) {
        this.names = new TreeSet<>(names);
        names.forEach(name -> addresses.add(address(name)));
    }

    public boolean has(String host) {
        return names.contains(host) || addresses.contains(address(host));
    }

    /** Returns the names in order. */
    public List<String> names() {
        return List.copyOf(names);
    }

    private static String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException unknown) {
            return host;
        }
    }
}
