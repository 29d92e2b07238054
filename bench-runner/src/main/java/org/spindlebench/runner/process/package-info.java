/**
 * Commands of a shell with their output and a time limit, and how work is ended early.
 */
package org.spindlebench.runner.process;
