/**
 * The command line. In: arguments, Hadoop's generic options among them at any place. Out: the exit code, and one typed,
 * validated {@link org.spindlebench.runner.campaign.CampaignRequest} handed to {@link org.spindlebench.runner.cli.CommandActions};
 * or one report of all that is wrong, with nothing started.
 */
package org.spindlebench.runner.cli;
