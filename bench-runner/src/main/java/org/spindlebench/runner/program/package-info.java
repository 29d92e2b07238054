/**
 * Describes programs of the user that a suite measures like its other jobs.
 *
 * <p>In: the content of a suite's file. Out: plain values, which the plan keeps. This package knows no other package of
 * the runner.
 */
package org.spindlebench.runner.program;
