package org.spindlebench.runner.conf;

/**
 * A directory of HDFS or of the shuffle on every node.
 *
 * @param role what it holds
 * @param device the name of what it lies on, in its setup
 * @param instance which of these devices, from 1
 * @param path absolute
 */
public record DataDirectory(StorageRole role, String device, int instance, String path) {}
