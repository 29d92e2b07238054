/**
 * The life of a campaign: prepare, cool, submit, watch, collect, verify, record, clean — run after run.
 *
 * <p>In: a plan and a cluster. Out: one record a run under {@code results/<campaign>/runs/}, written as soon as the run has
 * ended, failed and invalid ones too.
 */
package org.spindlebench.runner.run;
