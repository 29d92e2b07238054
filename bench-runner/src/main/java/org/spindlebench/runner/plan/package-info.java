/**
 * The plan, as immutable data: the runs to make and their order. In: a suite and the command line's additions. Out:
 * visits and runs, printed and saved before anything starts.
 */
package org.spindlebench.runner.plan;
