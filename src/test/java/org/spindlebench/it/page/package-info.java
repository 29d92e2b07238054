/** The report's page, in a real browser. */
package org.spindlebench.it.page;
