package org.spindlebench.runner.conf;

/**
 * The network between the nodes. Null where nothing is stated.
 *
 * @param interfaceName of every node's card, as its operating system calls it
 * @param bandwidth nominal bytes per second
 * @param price of one node's card, in the setup's currency
 */
public record NetworkLink(String interfaceName, Long bandwidth, Double price) {}
