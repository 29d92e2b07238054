/** Tests the HTML report in a real browser. */
package org.spindlebench.it.page;
