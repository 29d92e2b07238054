/** The plan: what will run, in which order, as immutable data. In: a suite. Out: a list of runs, printed and saved before anything starts. */
package org.spindlebench.runner.plan;
