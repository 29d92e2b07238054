/**
 * The command line. In: arguments, with Hadoop's generic options anywhere among them. Out: the exit code, and one
 * validated {@link org.spindlebench.runner.campaign.CampaignRequest}, which is then run; or one report of all problems,
 * with nothing started.
 */
package org.spindlebench.runner.cli;
