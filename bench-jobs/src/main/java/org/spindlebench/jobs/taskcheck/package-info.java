/** A look around in a task, before a campaign. In: codecs and keys to look at. Out: one line for each finding. */
package org.spindlebench.jobs.taskcheck;
