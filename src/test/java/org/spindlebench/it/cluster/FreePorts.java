package org.spindlebench.it.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out ports on which nothing listens. They are below the range from which the kernel takes the ports of outgoing
 * connections. Otherwise a daemon that keeps trying to reach one that is not up yet could take its port.
 */
final class FreePorts {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private final Set<Integer> taken = new HashSet<>();

    /** Returns a free `host:port` on a loopback address, never the same port twice. */
    String addressOn(String host) {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (!taken.contains(port) && isFree(host, port)) {
                taken.add(port);
                return host + ":" + port;
            }
        }
        throw new IllegalStateException("no free port on " + host + " in " + ATTEMPTS + " attempts");
    }

    private static boolean isFree(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
