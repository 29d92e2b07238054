package org.spindlebench.analysis.proof;

import java.util.List;

/**
 * What the nodes' figures say of a run, role by role, and what they prove.
 *
 * @param roles I/O of HDFS and of the shuffle during the job
 * @param flushed the same from the job's begin until what it left dirty was written; empty where nobody waited for that
 * @param cpu processors of all nodes during the job
 * @param cache whether the input came from the devices
 * @param writes whether the output came to them
 * @param shuffle whether intermediate data did
 * @param memory the data against the nodes' memory
 * @param others the load of others
 * @param containers against the paper's rule
 */
public record Proofs(
        List<RoleFigures> roles,
        List<RoleFigures> flushed,
        CpuFigures cpu,
        CacheProof cache,
        WriteProof writes,
        ShuffleProof shuffle,
        MemoryRatio memory,
        OtherLoad others,
        ContainerRule containers) {
    public Proofs {
        roles = roles == null ? List.of() : List.copyOf(roles);
        flushed = flushed == null ? List.of() : List.copyOf(flushed);
    }
}
