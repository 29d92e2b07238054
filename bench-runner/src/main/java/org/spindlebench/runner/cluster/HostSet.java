package org.spindlebench.runner.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A set of hosts. HDFS and YARN may have different names for a host, so names with the same address are treated as one
 * host.
 */
public final class HostSet {
    private final Set<String> names;
    /** The addresses of the names; null until a host with another name is asked for. */
    private Set<String> addresses;

    public HostSet(Collection<String> names) {
        this.names = new TreeSet<>(names);
    }

    public boolean has(String host) {
        return names.contains(host) || addresses().contains(address(host));
    }

    private synchronized Set<String> addresses() {
        if (addresses == null) {
            addresses = names.stream().map(HostSet::address).collect(Collectors.toSet());
        }
        return addresses;
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
