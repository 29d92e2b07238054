package org.spindlebench.runner.cluster;

/**
 * Which cluster it is, and who uses it. What was measured of one must not be taken for another's.
 *
 * @param resourceManager the address of the ResourceManager; of all of them where there are several
 * @param fileSystem the URI of the default file system
 * @param user the user whom YARN and HDFS see
 */
public record ClusterIdentity(String resourceManager, String fileSystem, String user) {}
