/**
 * Makes the content of files. In: the kind of data ({@code spindle.data}), a seed, a file's index and an offset. Out:
 * the bytes of the file from that offset on, which are the same every time.
 */
package org.spindlebench.jobs.data;
