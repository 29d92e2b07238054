/**
 * The plan: what will run, in which order, as immutable data. In: a suite and what the command line adds to it. Out: a list
 * of runs, printed and saved before anything starts.
 */
package org.spindlebench.runner.plan;
