/**
 * What {@code hadoop jar} loads first. In: the command line and whichever Java the gateway has. Out: the exit code of the
 * command line proper, run in this JVM when it is new enough, else in the one that SPINDLE_JAVA_HOME names. Java 8
 * byte code, no dependencies.
 */
package org.spindlebench.launcher;
