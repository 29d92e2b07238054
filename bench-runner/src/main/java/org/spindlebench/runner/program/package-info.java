/**
 * Describes programs of the user that a suite measures like its other jobs.
 *
 * <p>In: what a suite's file says. Out: plain values, which the plan keeps. This package knows no other package of the
 * runner.
 */
package org.spindlebench.runner.program;
