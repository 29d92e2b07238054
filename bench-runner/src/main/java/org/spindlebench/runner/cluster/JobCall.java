package org.spindlebench.runner.cluster;

import java.util.Map;

/** The call to submit: one of Spindle's tools, or a program of the user. */
public sealed interface JobCall permits ToolCall, ProgramCall {
    /** Returns the Hadoop settings that override the cluster's. */
    Map<String, String> configuration();

    /** Returns this call with additional settings. The existing settings take precedence. */
    JobCall over(Map<String, String> defaults);
}
