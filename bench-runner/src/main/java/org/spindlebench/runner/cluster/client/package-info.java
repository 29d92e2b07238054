/**
 * Starts programs of the user in processes of their own, with the settings of a run.
 *
 * <p>In: a call and Hadoop settings. Out: a process whose Hadoop has these settings, whether or not it reads generic
 * options.
 */
package org.spindlebench.runner.cluster.client;
