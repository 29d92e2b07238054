/**
 * What files are filled with. In: the kind of data ({@code spindle.data}), a seed, a file's index, an offset. Out: the
 * bytes that the file holds from there on, the same ones whenever they are asked for.
 */
package org.spindlebench.jobs.data;
