package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.Storage.Quotas;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota.QuotaKind;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;

class QuotaCheckTest {
    private static final Plan PLAN = Fixtures.plan("terasort", "terasort");
    private static final long GB = 1_000_000_000;

    private final FakeCluster cluster = new FakeCluster();

    private static Quotas quota(String path, QuotaKind kind, String type, long limit, long used) {
        return new Quotas(List.of(new Quota(path, kind, type, limit, used)), List.of());
    }

    /** Two gigabytes per host on three hosts: an input is not needed, and the output has one replica. */
    private List<String> problemsWith(Quotas quotas, String job) {
        cluster.memory.quotas(quotas);
        Plan plan = Plan.ofOneSetup("c", "s", "setup", 7, List.of(Fixtures.spec(1, job, GB)));
        return new Preflight(
                        cluster.access(),
                        Fixtures.sizing(Fixtures.shape(3)),
                        Fixtures.settings(plan, new Cooling.NoCooling()))
                .problems(plan.runs());
    }

    @Test
    void aQuotaOfTheBaseDirectoryOrAParentIsAProblemWithNeedRestAndRemedy() {
        assertThat(problemsWith(quota("/user/me", QuotaKind.SPACE, null, 10 * GB, 4 * GB), "teragen"))
                .isEmpty();
        assertThat(problemsWith(quota("/user/me", QuotaKind.SPACE, null, 10 * GB, 5 * GB), "teragen"))
                .containsExactly("the quota of /user/me in HDFS permits 10.00 GB, 5.00 GB are left, and the plan"
                        + " needs 6.00 GB below /base at its peak, replicas counted; raise it (`hdfs dfsadmin"
                        + " -setSpaceQuota 11000000000 /user/me`), name a directory with more room with --base-dir, or"
                        + " lower --bytes-per-node");
    }

    @Test
    void aQuotaOfNamesAndOneOfAStorageTypeAreProblems() {
        assertThat(problemsWith(quota("/", QuotaKind.NAMES, null, 1_000_000, 1), "teragen"))
                .isEmpty();
        assertThat(problemsWith(quota("/", QuotaKind.NAMES, null, 60, 20), "teragen"))
                .singleElement()
                .asString()
                .contains("permits 60 files and directories, 40 files and directories are left", "-setQuota");
        assertThat(problemsWith(quota("/", QuotaKind.TYPE, "SSD", 1, 1), "teragen"))
                .as("nothing of it goes to SSDs")
                .isEmpty();
        assertThat(problemsWith(quota("/", QuotaKind.TYPE, "DISK", GB, 0), "teragen"))
                .singleElement()
                .asString()
                .contains("1.00 GB on storage of type DISK", "-setSpaceQuota 6000000000 -storageType DISK /");
    }

    @Test
    void theFilesOfAResumedCampaignAreNotCountedTwice() {
        cluster.memory.put(new StoredFile("/base/c/a", 2 * GB, 1, 1, 1 << 20));

        assertThat(problemsWith(quota("/base", QuotaKind.SPACE, null, 6 * GB, 2 * GB), "teragen"))
                .isEmpty();
    }

    @Test
    void aQuotaThatIsUnknownIsANoteAndNoProblem() {
        cluster.memory.quotas(new Quotas(List.of(), List.of("/user: HDFS refuses me the right READ_EXECUTE on /user")));
        Preflight preflight = new Preflight(
                cluster.access(), Fixtures.sizing(Fixtures.shape(3)), Fixtures.settings(PLAN, new Cooling.NoCooling()));

        assertThat(preflight.problems(PLAN.runs())).isEmpty();
        assertThat(preflight.notes())
                .singleElement()
                .asString()
                .startsWith("Spindle does not know whether a quota of HDFS limits the plan: /user: HDFS refuses");
    }
}
