package org.spindlebench.analysis.record;

/**
 * What was done to the caches before the run.
 *
 * @param method {@code off}, {@code local}, {@code evict} or {@code command}
 * @param cooled whether the method ran and succeeded; a run that was not cooled is warm
 * @param detail the command, or what was done, or why it did not succeed
 * @param dirtyBefore dirty and writeback bytes of this host when the run began; null where they can't be seen
 * @param pendingDeletions replicas that HDFS still had to delete when the run began; null where nobody says
 */
public record Cache(String method, boolean cooled, String detail, Long dirtyBefore, Long pendingDeletions) {
    /** Of a cooling, which knows nothing of HDFS. */
    public Cache(String method, boolean cooled, String detail, Long dirtyBefore) {
        this(method, cooled, detail, dirtyBefore, null);
    }

    /** The same with what HDFS still had to delete. */
    public Cache withPendingDeletions(Long replicas) {
        return new Cache(method, cooled, detail, dirtyBefore, replicas);
    }
}
