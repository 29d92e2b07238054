package org.spindlebench.analysis.layout;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node is made of, and what its directories lie on, as any user may see it there. Absent where its kernel does not say.
 *
 * @param node its host name
 * @param bootId the kernel's identifier of this boot: another one means that the node was started again
 * @param kernel its release
 * @param cpu the processors
 * @param memory bytes
 * @param clockOffset seconds by which the node's clock is ahead of the NameNode's, or for a client's own host 0; negative where it is behind
 * @param networks interfaces
 * @param devices block devices that something below lies on, down to the physical disks
 * @param directories of HDFS ({@code hdfs}) and of the shuffle ({@code shuffle})
 * @param system what else the node needs of its disks: {@code root}, {@code logs}, {@code jdk}, {@code swap}
 * @param settings of the operating system, by the names of {@code sysctl} where it has one, such as {@code vm.swappiness}
 * @param hidden what could not be read
 */
public record NodeLayout(
        String node,
        String bootId,
        String kernel,
        Cpu cpu,
        Long memory,
        Double clockOffset,
        List<Network> networks,
        List<Device> devices,
        List<Directory> directories,
        List<Directory> system,
        SortedMap<String, String> settings,
        List<Hidden> hidden) {
    /**
     * The processors.
     *
     * @param model its name, or on ARM who made it and which part it is
     * @param sockets their number
     * @param cores of all sockets
     * @param threads hardware threads
     */
    public record Cpu(String model, Long sockets, Long cores, Long threads) {}

    /**
     * An interface.
     *
     * @param name such as {@code eth0}
     * @param bitsPerSecond its speed
     * @param mtu bytes of its largest packet
     * @param physical whether hardware is behind it; a bond or a bridge has none of its own
     * @param slaves the interfaces that a bond is made of, or that a bridge, a VLAN or the like lies on
     */
    public record Network(String name, Long bitsPerSecond, Long mtu, Boolean physical, List<String> slaves) {
        public Network {
            slaves = slaves == null ? List.of() : List.copyOf(slaves);
        }
    }

    /**
     * What is there and could not be read.
     *
     * @param path of the file or directory
     * @param unknown what is not known without it
     * @param reason such as {@code permission denied}
     */
    public record Hidden(String path, String unknown, String reason) {}

    public NodeLayout {
        networks = networks == null ? List.of() : List.copyOf(networks);
        devices = devices == null ? List.of() : List.copyOf(devices);
        directories = directories == null ? List.of() : List.copyOf(directories);
        system = system == null ? List.of() : List.copyOf(system);
        settings = new TreeMap<>(settings == null ? Map.of() : settings);
        hidden = hidden == null ? List.of() : List.copyOf(hidden);
    }

    /** The interface of this name; null where the layout has none. */
    public Network network(String name) {
        return networks.stream()
                .filter(network -> network.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The device of this name; null where the layout has none. */
    public Device device(String name) {
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
