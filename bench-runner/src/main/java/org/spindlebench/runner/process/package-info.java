/** Runs shell commands with their output and a time limit, and ends work early. */
package org.spindlebench.runner.process;
