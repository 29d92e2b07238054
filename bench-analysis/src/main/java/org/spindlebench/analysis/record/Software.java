package org.spindlebench.analysis.record;

/**
 * Versions and checksums of what ran.
 *
 * @param spindle Spindle's version
 * @param jarSha256 SHA-256 of the job jar
 * @param jobSource where the job's classes came from
 * @param hadoopClient the client's Hadoop version and revision
 * @param hadoopCluster the ResourceManager's Hadoop version
 * @param java the client's JVM
 * @param os the client's operating system
 */
public record Software(
        String spindle,
        String jarSha256,
        String jobSource,
        String hadoopClient,
        String hadoopCluster,
        String java,
        String os) {}
