/**
 * Describes the commands for people and shells: help, man pages, and scripts that complete a command line. In come
 * picocli's models of the commands; out go texts.
 */
package org.spindlebench.runner.manual;
