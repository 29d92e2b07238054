/**
 * Does the work of the commands {@code bundle} and {@code verify}, which hand a campaign on to others.
 *
 * <p>In: a campaign's directory, or an archive of one. Out: an archive of the fields that the tables {@code *.rules}
 * allow; its contradictions, and whether the rules of a publishable run held.
 */
package org.spindlebench.handover;
