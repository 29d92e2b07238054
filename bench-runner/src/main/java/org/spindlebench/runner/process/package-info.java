/** Runs shell commands with a time limit, keeps their output, and ends work early. */
package org.spindlebench.runner.process;
