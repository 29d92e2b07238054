package org.spindlebench.analysis.proof;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DataNodeIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;

/**
 * Attributes I/O to a role, as far as possible, if HDFS and the shuffle share devices. If a job has data of one role
 * only, that role gets the devices' counters. For all other jobs, at most the bytes are shared out. A request does
 * not show its owner, so requests, their sizes, waits and busy shares stay unknown. See {@code
 * docs/devices.md}.
 *
 * @param job the bytes that the job moved, by its counters
 * @param layouts the nodes' layouts
 */
public record RoleAttribution(JobBytes job, List<NodeLayout> layouts) {
    /**
     * The largest number of bytes of a task attempt in its node's local files that are not intermediate data, but the
     * job's settings.
     */
    public static final long JOB_FILES = 1L << 20;

    /**
     * The fewest bytes written to HDFS that are shared out by logical bytes. A job's own files, such as its jar and its
     * history, are in no counter. They are about 25 MB in three replicas, at most a fifth of this limit.
     */
    private static final long LEAST_WRITTEN = 2 * ProofLimits.LEAST_BYTES;

    /** Bytes of a block and its checksums, of 4 bytes for every 512, over the bytes of the block. */
    public static final double CHECKSUMS = 1 + 4 / 512.0;

    public RoleAttribution {
        layouts = List.copyOf(layouts);
    }

    /**
     * The bytes that a job moved, by its counters. Values are null if unknown.
     *
     * @param hdfsRead bytes read from HDFS (HDFS_BYTES_READ)
     * @param hdfsWritten bytes written to HDFS, times replicas
     * @param localRead bytes read from local files, with each map output once more, as NodeManagers serve it
     * @param localWritten bytes written to local files (FILE_BYTES_WRITTEN)
     * @param tasks task attempts launched
     */
    public record JobBytes(Long hdfsRead, Long hdfsWritten, Long localRead, Long localWritten, Long tasks) {
        /**
         * Checks whether the job has data of this role only: for the other role it moved at most {@link #JOB_FILES} per
         * task attempt, and at most a share of {@link ProofLimits#NONE}.
         */
        public boolean hasOnly(String role) {
            if (Stream.of(hdfsRead, hdfsWritten, localRead, localWritten, tasks).anyMatch(bytes -> bytes == null)) {
                return false;
            }
            boolean hdfs = role.equals(RoleIo.HDFS);
            long local = localRead + localWritten;
            long own = hdfs ? hdfsRead + hdfsWritten : local;
            long other = hdfs ? local : hdfsRead + hdfsWritten;
            return !ProofLimits.isTooLittle(own) && other <= JOB_FILES * tasks && other <= ProofLimits.NONE * own;
        }

        private Long read(String role) {
            return role.equals(RoleIo.HDFS) ? hdfsRead : localRead;
        }

        private Long written(String role) {
            return role.equals(RoleIo.HDFS) ? hdfsWritten : localWritten;
        }
    }

    /**
     * Adds up a role's devices over the nodes with a directory of the role, or over all nodes if no node is known to
     * have one. Devices that another role shares count if the job has data of this role only.
     *
     * @param figures the load of each node, all in the same window
     * @return a reason instead of numbers, as from {@link RoleIo#of}
     */
    public RoleIo of(String role, List<NodeLoad> figures) {
        List<NodeLayout> with = with(role);
        List<NodeLoad> of = on(with, figures);
        RoleIo measured = RoleIo.of(role, with, of);
        if (measured.known()) {
            return measured;
        }
        if (job.hasOnly(other(role))) {
            return measured.without(measured.reason() + "; the job has no data of this role");
        }
        RoleIo used = job.hasOnly(role) ? RoleIo.used(role, with, of) : measured;
        return used.known() ? asOnlyRole(role, used) : measured;
    }

    /** Adds up all devices of HDFS and of the shuffle, each once. */
    public RoleIo together(List<NodeLoad> figures) {
        List<NodeLayout> with = with(RoleIo.BOTH);
        return RoleIo.used(RoleIo.BOTH, with, on(with, figures));
    }

    /** Returns the layouts with a directory of the role, and the layouts of unreached nodes that may have one. */
    private List<NodeLayout> with(String role) {
        List<NodeLayout> with = layouts.stream()
                .filter(layout -> layout.directories().stream()
                        .anyMatch(directory -> role.contains(directory.role()) && directory.mayHoldData()))
                .toList();
        Stream<NodeLayout> unknown = layouts.stream().filter(layout -> layout.kernel() == null);
        return with.isEmpty()
                ? layouts
                : Stream.concat(with.stream(), unknown).distinct().toList();
    }

    private List<NodeLoad> on(List<NodeLayout> with, List<NodeLoad> figures) {
        if (with.equals(layouts)) {
            return figures;
        }
        Set<String> names = with.stream().map(NodeLayout::node).collect(Collectors.toSet());
        return figures.stream().filter(node -> names.contains(node.node())).toList();
    }

    /** Keeps only the sizes and waits of the directions in which the job moved data of the role. */
    private RoleIo asOnlyRole(String role, RoleIo used) {
        Io io = used.io();
        boolean reads = !ProofLimits.isTooLittle(job.read(role));
        boolean writes = !ProofLimits.isTooLittle(job.written(role));
        Io own = io.with(
                reads ? io.bytesPerRead() : null,
                writes ? io.bytesPerWrite() : null,
                reads ? io.readWait() : null,
                writes ? io.writeWait() : null,
                io.busy());
        return used.as(role, Origin.ONE_ROLE, used.busiest(), own);
    }

    private static String other(String role) {
        return role.equals(RoleIo.HDFS) ? RoleIo.SHUFFLE : RoleIo.HDFS;
    }

    /**
     * Shares out the bytes of shared devices. HDFS gets the bytes that it is known to have moved, and the shuffle gets
     * the rest.
     *
     * @param role the role's numbers so far, which are returned if they are known, or if nothing can be shared out
     * @param both the devices of both roles together in the same window
     */
    public RoleIo shareOut(RoleIo role, RoleIo both, HdfsMoved hdfs) {
        if (role.known() || !both.known() || job.hasOnly(other(role.role()))) {
            return role;
        }
        String refused = refused(both, hdfs);
        Long read = refused == null ? part(role.role(), both.io().bytesRead(), hdfs.read()) : null;
        Long written = refused == null ? part(role.role(), both.io().bytesWritten(), hdfs.written()) : null;
        if (read == null && written == null) {
            String why = refused == null ? "HDFS's part of the bytes is unknown: " + hdfs.reason() : refused;
            return role.without(role.reason() + "; not shared out: " + why);
        }
        return both.as(role.role(), hdfs.origin(), null, Io.moved(read, written));
    }

    private String refused(RoleIo both, HdfsMoved hdfs) {
        if (!both.freeOfSystem()) {
            return "the system is on the same devices (" + Reasons.few(both.system()) + ")";
        }
        if (!both.compressing().isEmpty()) {
            return "file systems compress (" + Reasons.few(both.compressing()) + ")";
        }
        boolean logical = hdfs.origin() == Origin.BY_LOGICAL_BYTES;
        return logical && inMemory() ? "some directories of HDFS are in memory" : null;
    }

    private boolean inMemory() {
        return layouts.stream()
                .flatMap(layout -> layout.directories().stream())
                .anyMatch(directory -> directory.role().equals(RoleIo.HDFS) && directory.liesInMemory());
    }

    /** Returns a role's part; null if unknown, or if the devices moved too little because caches hold the rest. */
    private static Long part(String role, Long total, Long hdfs) {
        if (total == null || hdfs == null || total < ProofLimits.ALL * hdfs) {
            return null;
        }
        long ofHdfs = Math.min(total, hdfs);
        return role.equals(RoleIo.HDFS) ? ofHdfs : total - ofHdfs;
    }

    /**
     * The bytes that HDFS moved to and from devices in a window.
     *
     * @param read null if unknown
     * @param written null if unknown
     * @param reason for people, why a value is unknown; null if both are known
     */
    public record HdfsMoved(Long read, Long written, Origin origin, String reason) {}

    /**
     * Finds the bytes that HDFS moved. DataNodes write to the page cache, so their writes have reached devices only if
     * no page is dirty any more. By logical bytes, reads are known only if the input came from devices, which is
     * assumed after cooling.
     *
     * @param dataNodes the I/O of all DataNodes in the window; null if hidden, or if it is not HDFS's alone
     * @param cooled whether the page cache was emptied before the job
     * @param flushed whether almost no data that the job wrote was dirty at the window's end
     */
    public HdfsMoved moved(DataNodeIo dataNodes, boolean cooled, boolean flushed) {
        if (dataNodes != null) {
            return new HdfsMoved(
                    dataNodes.bytesRead(),
                    flushed ? (Long) dataNodes.bytesWritten() : null,
                    Origin.BY_DATA_NODES,
                    flushed ? null : "some of the job's output was not written to devices");
        }
        Long read = cooled ? withChecksums(job.hdfsRead()) : null;
        boolean enough = job.hdfsWritten() == null || job.hdfsWritten() >= LEAST_WRITTEN;
        Long written = flushed && enough ? withChecksums(job.hdfsWritten()) : null;
        String reason = "the DataNodes' own I/O is hidden, and "
                + (!cooled
                        ? "the caches were not cooled"
                        : flushed
                                ? "the job wrote less than " + LEAST_WRITTEN + " bytes to HDFS"
                                : "some of the job's output was not written to devices");
        return new HdfsMoved(read, written, Origin.BY_LOGICAL_BYTES, read == null || written == null ? reason : null);
    }

    private static Long withChecksums(Long bytes) {
        return bytes == null ? null : (Long) Math.round(bytes * CHECKSUMS);
    }

    /**
     * Finds the least and the greatest number of bytes that the shuffle moved on devices that it shares with HDFS.
     *
     * @param during the devices of both roles together in the job's window
     * @param flushed the same devices from the job's start until its dirty data was written; null if Spindle did not
     *     wait for that
     * @param dataNodes the I/O of all DataNodes in the job's window; null if hidden, or if it is not HDFS's alone
     * @return null if the devices have no numbers
     */
    public ShuffleBounds bounds(RoleIo during, RoleIo flushed, DataNodeIo dataNodes) {
        if (!during.known()) {
            return null;
        }
        long noise = ProofLimits.LEAST_BYTES * during.nodes();
        long read = during.io().bytesRead();
        long written = during.io().bytesWritten();
        boolean beyond = flushed != null && flushed.known() && job.hdfsWritten() != null && !inMemory();
        Long ofHdfs = dataNodes == null ? job.hdfsRead() : (Long) dataNodes.bytesRead();
        boolean free = during.freeOfSystem();
        return new ShuffleBounds(
                free ? least(written, job.hdfsWritten(), noise) : 0,
                beyond ? Math.min(written, Math.max(0, flushed.io().bytesWritten() - job.hdfsWritten())) : written,
                free ? least(read, ofHdfs, noise) : 0,
                dataNodes == null ? read : Math.max(0, read - dataNodes.bytesRead()),
                during.compressing());
    }

    private static long least(long total, Long hdfs, long noise) {
        return hdfs == null ? 0 : Math.max(0, Math.round(total - ProofLimits.MORE * hdfs - noise));
    }

    /**
     * The least and the greatest number of bytes that the shuffle moved during a job on devices that it shares with
     * HDFS.
     *
     * @param compressing directories on file systems that compress, whose devices move fewer bytes than the job
     */
    public record ShuffleBounds(
            long leastWritten, long mostWritten, long leastRead, long mostRead, List<String> compressing) {
        public ShuffleBounds {
            compressing = List.copyOf(compressing);
        }
    }
}
