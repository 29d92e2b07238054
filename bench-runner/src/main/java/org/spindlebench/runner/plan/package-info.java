/**
 * The plan: what will run, in which order, as immutable data. In: a suite and the command line's additions. Out: visits
 * and runs, printed and saved before anything starts.
 */
package org.spindlebench.runner.plan;
