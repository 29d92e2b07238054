package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.ToolJob.TaggedApplications;

class TaggedApplicationsTest {
    private static ApplicationReport of(String user) {
        ApplicationReport application = Records.newRecord(ApplicationReport.class);
        application.setUser(user);
        return application;
    }

    @Test
    void ofApplicationsWithTheSameTagOnlyAUsersOwnAreHis() {
        ApplicationReport mine = of("bench");
        ApplicationReport theirs = of("benchmark");

        assertThat(TaggedApplications.of("bench", List.of(mine, theirs, of(null))))
                .containsExactly(mine);
    }
}
