package org.spindlebench.analysis.proof;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.NodeFigures;

/**
 * What one role read and wrote in a window, over all nodes: Figure 3 of the paper, and Table 4 of its authors' article, for one role. Absent
 * as in {@link org.spindlebench.analysis.node.DeviceFigures}; all of it where one node has no figures of the role. See
 * {@code docs/method.md}.
 *
 * @param role {@code hdfs} or {@code shuffle}
 * @param nodes all of which a layout or figures were given
 * @param devices those whose counters are added up, by node
 * @param reads requests completed
 * @param readsMerged requests merged with neighbours before they went to the device
 * @param bytesRead bytes
 * @param writes as reads
 * @param writesMerged as readsMerged
 * @param bytesWritten as bytesRead
 * @param bytesPerRead bytesRead / reads
 * @param bytesPerWrite bytesWritten / writes
 * @param readWait mean seconds of a read, each read counting alike
 * @param writeWait mean seconds of a write
 * @param service seconds in which devices had work / requests
 * @param queue requests waiting or served at a device, mean over the devices, idle ones included
 * @param busy share of the window in which a device had work, mean over the devices
 * @param busiest the device with the largest such share
 * @param system devices that also carry the system, and parts of the system that might be on one, such as {@code worker-1: sda}; empty
 *     where all bytes can be the role's
 * @param compressing directories of the role on file systems that are mounted with compression, such as {@code worker-1: /data/1}: fewer bytes
 *     pass their devices than are read and written
 * @param reason why there are no figures, for people; null where there are
 */
public record RoleFigures(
        String role,
        int nodes,
        SortedMap<String, List<String>> devices,
        Long reads,
        Long readsMerged,
        Long bytesRead,
        Long writes,
        Long writesMerged,
        Long bytesWritten,
        Double bytesPerRead,
        Double bytesPerWrite,
        Double readWait,
        Double writeWait,
        Double service,
        Double queue,
        Double busy,
        Busiest busiest,
        List<String> system,
        List<String> compressing,
        String reason) {
    /** HDFS's blocks, and their checksums. */
    public static final String HDFS = "hdfs";

    /** Intermediate data, and what else is in the local directories of NodeManagers. */
    public static final String SHUFFLE = "shuffle";

    /**
     * A device.
     *
     * @param node its host name
     * @param device the kernel's name
     * @param busy share of the window in which it had work
     */
    public record Busiest(String node, String device, Double busy) {}

    public RoleFigures {
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
        system = system == null ? List.of() : List.copyOf(system);
        compressing = compressing == null ? List.of() : List.copyOf(compressing);
    }

    /**
     * Of all nodes.
     *
     * @param layouts one for each node
     * @param figures one for each node, of the same window
     * @return with a reason and without figures where a node lacks one of the two, or its counters are not the role's alone
     */
    public static RoleFigures of(String role, List<NodeLayout> layouts, List<NodeFigures> figures) {
        return new RoleSum(role).of(layouts, figures);
    }

    /** Whether there are figures. */
    public boolean known() {
        return reason == null;
    }

    /** Whether the devices carry nothing of the system. */
    public boolean freeOfSystem() {
        return system.isEmpty();
    }

    /** Why these figures are not; also where there are none at all. */
    static String whyNone(RoleFigures figures) {
        return figures == null ? "no device was watched" : figures.reason;
    }
}
