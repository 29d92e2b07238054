/** Benchmarks of what the jobs do for each byte. In: nothing. Out: JMH's figures of bytes made per second and core. */
package org.spindlebench.jmh;
