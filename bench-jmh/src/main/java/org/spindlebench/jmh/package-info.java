/**
 * Contains JMH benchmarks of the work that jobs do for each byte. They have no input. Their output is the bytes made
 * per second and core.
 */
package org.spindlebench.jmh;
