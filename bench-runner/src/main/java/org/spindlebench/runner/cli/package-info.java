/**
 * The command line.
 *
 * <p>In: arguments, with Hadoop's generic options anywhere among them. Out: the exit code. Valid arguments give one
 * {@link org.spindlebench.runner.campaign.CampaignRequest}, which is then run. Otherwise one report names all problems,
 * and nothing is started.
 */
package org.spindlebench.runner.cli;
