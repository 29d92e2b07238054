package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Finds applications by tag: the stock tools give no handle of their job. */
final class TaggedApplications {
    private TaggedApplications() {}

    static List<ApplicationReport> find(YarnClient yarn, String tag, Set<YarnApplicationState> states)
            throws IOException, YarnException {
        GetApplicationsRequest request = GetApplicationsRequest.newInstance();
        request.setApplicationTags(Set.of(tag.toLowerCase(Locale.ROOT)));
        request.setApplicationStates(EnumSet.copyOf(states));
        return yarn.getApplications(request);
    }

    /** Those of one user. */
    static List<ApplicationReport> of(String user, List<ApplicationReport> applications) {
        return applications.stream()
                .filter(found -> user.equals(found.getUser()))
                .toList();
    }

    /** Those of which a tag begins so. */
    static List<ApplicationReport> beginning(YarnClient yarn, String prefix, Set<YarnApplicationState> states)
            throws IOException, YarnException {
        GetApplicationsRequest request = GetApplicationsRequest.newInstance();
        request.setApplicationStates(EnumSet.copyOf(states));
        return yarn.getApplications(request).stream()
                .filter(found -> found.getApplicationTags().stream().anyMatch(tag -> tag.startsWith(prefix)))
                .toList();
    }
}
