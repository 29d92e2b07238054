package org.spindlebench.runner.jobs;

/** Kinds of prepared input. */
public enum ContentKind {
    /** TeraGen's rows. */
    TERA,
    /** TeraGen's rows, sorted by TeraSort. */
    TERA_SORTED,
    /** WordCount's text. */
    TEXT,
    /** Random text in SequenceFiles, for sort. */
    RANDOM_TEXT
}
