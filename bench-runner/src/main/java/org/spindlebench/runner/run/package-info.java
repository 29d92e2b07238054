/**
 * Makes the runs of a campaign. The steps of each run are: prepare, cool, submit, watch, collect, verify, record,
 * clean.
 *
 * <p>In: a plan and a cluster. Out: one record per run in {@code results/<campaign>/runs/}, written as soon as the run
 * has ended, even if it failed or is invalid.
 */
package org.spindlebench.runner.run;
