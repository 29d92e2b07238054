package org.spindlebench.analysis.importer;

/** Where an importer takes the names of setups from. */
public enum SetupName {
    /** The files name the setup of every run. */
    IN_FILE,
    /** The files do not say: whoever imports them does. */
    GIVEN
}
