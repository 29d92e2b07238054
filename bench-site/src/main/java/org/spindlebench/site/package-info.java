/**
 * Writes the campaigns of a team as a site of files, for the command {@code site}.
 *
 * <p>In: results directories. Out: a folder with {@code index.html}, a report of each campaign and cluster, all runs as
 * columns, and the timeline of each cluster. Every verdict is made here. Scripts in the pages filter and draw.
 */
package org.spindlebench.site;
