/**
 * Contains the classes that {@code hadoop jar} loads first.
 *
 * <p>In: the command line and the gateway's Java. Out: the exit code of the actual command line. It runs in this JVM if
 * that is new enough, otherwise in the one that SPINDLE_JAVA_HOME names. Java 8 byte code, no dependencies.
 */
package org.spindlebench.launcher;
