/**
 * The plan, as immutable data: the runs to make and their order.
 *
 * <p>In: a suite, an experiment or a workload, and the command line's additions. Out: visits and runs, printed and
 * saved before anything starts; tables of setups; the time that is left.
 */
package org.spindlebench.runner.plan;
