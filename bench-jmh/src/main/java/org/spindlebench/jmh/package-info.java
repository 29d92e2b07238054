/** JMH benchmarks of the work that jobs do for each byte. In: nothing. Out: bytes made per second and core. */
package org.spindlebench.jmh;
