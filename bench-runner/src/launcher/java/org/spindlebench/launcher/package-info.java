/**
 * Contains the classes that {@code hadoop jar} loads first. They are Java 8 byte code without dependencies.
 *
 * <p>In: the command line and the gateway's Java. Out: the exit code of the actual command line. The command line runs
 * in this JVM if it is new enough, otherwise in the JVM that SPINDLE_JAVA_HOME names.
 */
package org.spindlebench.launcher;
