package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.impl.YarnClientImpl;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.ToolJob.TaggedApplications;

class TaggedApplicationsTest {
    private static ApplicationReport of(String user) {
        ApplicationReport application = Records.newRecord(ApplicationReport.class);
        application.setUser(user);
        return application;
    }

    /** Jobs are followed and killed by what this finds, and others can give their applications the same tag. */
    @Test
    void ofApplicationsWithTheSameTagOnlyThisUsersAreFound() throws Exception {
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        ApplicationReport mine = of(user);
        List<ApplicationReport> tagged = List.of(of(user + "mark"), of(null), mine);
        try (YarnClientImpl yarn = new YarnClientImpl() {
            @Override
            public List<ApplicationReport> getApplications(GetApplicationsRequest request) {
                assertThat(request.getApplicationTags()).containsExactly("tag");
                return tagged;
            }
        }) {
            assertThat(TaggedApplications.find(yarn, "TAG", EnumSet.allOf(YarnApplicationState.class)))
                    .containsExactly(mine);
        }
    }
}
