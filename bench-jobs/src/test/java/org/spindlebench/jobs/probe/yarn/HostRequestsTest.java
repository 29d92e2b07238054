package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.probe.yarn.ProbeMaster.HostRequests;

/** Uses YARN's own client, which is not connected. */
class HostRequestsTest {
    private static final Resource SIZE = Resource.newInstance(256, 1);
    private static final Priority DEFAULT = Priority.newInstance(1);
    private static final Priority FAST = Priority.newInstance(2);
    private static final Priority SLOW = Priority.newInstance(3);

    private final AMRMClient<ContainerRequest> scheduler = AMRMClient.createAMRMClient();
    private final HostRequests requests =
            new HostRequests(scheduler, WantedHosts.parse("e\tslow\nc\tfast\nd\tfast\na\t\n"), SIZE);

    @BeforeEach
    void ask() {
        scheduler.init(new YarnConfiguration(new Configuration(false)));
        for (String host : List.of("a", "c", "d", "e")) {
            requests.ask(host);
        }
    }

    private List<ContainerRequest> open(Priority priority, String where) {
        return scheduler.getMatchingRequests(priority, where, SIZE).stream()
                .flatMap(Collection::stream)
                .toList();
    }

    @Test
    void inTheDefaultPartitionAHostIsAskedForAndNoOtherAndNoDefaultLabelOfAQueueChangesThat() {
        assertThat(open(DEFAULT, "a")).singleElement().satisfies(request -> {
            assertThat(request.getRelaxLocality()).isFalse();
            assertThat(request.getNodeLabelExpression()).isNotNull().isEmpty();
        });
    }

    @Test
    void labelledPartitionsAreAskedForAnyHostEachAtAPriorityOfItsOwn() {
        assertThat(open(FAST, "*")).hasSize(2).allSatisfy(request -> {
            assertThat(request.getNodes()).isNullOrEmpty();
            assertThat(request.getNodeLabelExpression()).isEqualTo("fast");
        });
        assertThat(open(SLOW, "*"))
                .singleElement()
                .extracting(ContainerRequest::getNodeLabelExpression)
                .isEqualTo("slow");
        assertThat(List.of(DEFAULT, FAST, SLOW)).extracting(requests::label).containsExactly("", "fast", "slow");
    }

    @Test
    void whatCameIsNotAskedForAnyMoreAndWhatWentBackIs() {
        requests.fulfilled("d");
        assertThat(open(FAST, "*")).hasSize(1);
        requests.askAgain("fast");
        assertThat(open(FAST, "*")).as("one is still to come, and no more").hasSize(1);
        requests.fulfilled("c");
        requests.askAgain("fast");
        assertThat(open(FAST, "*")).isEmpty();
    }

    @Test
    void aPartitionThatIsGivenUpIsNotAskedAndOthersAre() {
        requests.giveUp("fast");
        requests.giveUp("");
        assertThat(open(FAST, "*")).isEmpty();
        assertThat(open(SLOW, "*")).hasSize(1);
        assertThat(open(DEFAULT, "a")).as("no strays in the default partition").hasSize(1);
    }
}
