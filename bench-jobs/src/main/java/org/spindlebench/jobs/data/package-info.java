/**
 * Makes the content of files. In: the kind of data ({@code spindle.data}), a seed, a file's index, an offset. Out: the
 * file's bytes from that offset on, always the same ones.
 */
package org.spindlebench.jobs.data;
