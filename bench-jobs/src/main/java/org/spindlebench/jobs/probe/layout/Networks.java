package org.spindlebench.jobs.probe.layout;

import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Network interfaces. */
final class Networks {
    private static final String DIRECTORY = "/sys/class/net";
    private static final String LOWER = "lower_";

    private Networks() {}

    static void read(HostFiles files, Consumer<Finding> to) {
        for (String name : files.names(DIRECTORY, "the network interfaces")) {
            String interfaces = DIRECTORY + "/" + name + "/";
            String mtu = files.text(interfaces + "mtu", "its largest packet");
            if (mtu == null && !files.exists(interfaces + "flags")) {
                // Such as bonding_masters, which is no interface.
                continue;
            }
            // The kernel refuses to read it of an interface that is down or has none, and says -1 of some.
            String speed = files.textIfAny(interfaces + "speed", "its speed");
            String slaves = files.text(interfaces + "bonding/slaves", "its parts");
            to.accept(new Finding.Builder("network", name)
                    .with("speedMbits", speed == null || speed.startsWith("-") ? null : speed)
                    .with("mtu", mtu)
                    .with("physical", String.valueOf(files.exists(interfaces + "device")))
                    .with("slaves", slaves == null ? below(interfaces, files) : slaves.replaceAll("\\s+", ","))
                    .build());
        }
    }

    /** Since Linux 3.18 a link to each, of bridges, VLANs and others. */
    private static String below(String directory, HostFiles files) {
        String below = files.names(directory, "what it lies on").stream()
                .filter(name -> name.startsWith(LOWER))
                .map(name -> name.substring(LOWER.length()))
                .collect(Collectors.joining(","));
        return below.isEmpty() ? null : below;
    }
}
