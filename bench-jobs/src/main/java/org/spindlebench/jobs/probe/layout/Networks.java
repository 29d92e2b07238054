package org.spindlebench.jobs.probe.layout;

import java.util.function.Consumer;

/** Network interfaces. */
final class Networks {
    private static final String DIRECTORY = "/sys/class/net";

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
                    .with("slaves", slaves == null ? null : slaves.replaceAll("\\s+", ","))
                    .build());
        }
    }
}
