package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.CampaignOwner;
import org.spindlebench.runner.process.Lease;

/** Tests whose directories in HDFS a campaign uses and removes. */
class OwnershipTest {
    private static final String C = "/base/c";
    private static final CampaignOwner ME = owner("11111111-1111-1111-1111-111111111111");
    private static final CampaignOwner OTHER = owner("22222222-2222-2222-2222-222222222222");

    private final MemoryStorage storage = new MemoryStorage();

    private static CampaignOwner owner(String uuid) {
        return new CampaignOwner(uuid, "ada", "gateway-1", "2026-03-01T02:00:00Z");
    }

    private Workspace workspace(String name, CampaignOwner owner) {
        return new Workspace(storage, "/base", name, owner);
    }

    @Test
    void ofTwoCampaignsOfOneNameTheSecondIsRefusedAndTouchesNothing() throws IOException {
        workspace("c", ME).open();
        storage.put(C + "/probe/hosts", 5, 3);
        Workspace second = workspace("c", OTHER);

        assertThatThrownBy(second::open)
                .hasMessage("/base/c in HDFS belongs to another campaign of this name, which ada on gateway-1 at"
                        + " 2026-03-01T02:00:00Z began; start again, or name another --base-dir");
        second.removeProbe();
        second.remove();

        assertThat(storage.exists(C + "/probe/hosts")).isTrue();
    }

    @Test
    void aCampaignOfAnEarlierVersionAndOneWithAnOwnerDoNotTakeEachOthersDirectory() throws IOException {
        workspace("c", ME).open();
        assertThatThrownBy(workspace("c", null)::open).hasMessageContaining("another campaign");

        workspace("old", null).open();
        assertThatThrownBy(workspace("old", ME)::open).hasMessageContaining("another campaign");
        workspace("old", null).open();
    }

    @Test
    void anEmptyDirectoryThatAnotherUserMadeIsNotTakenOver() {
        storage.mkdirs(C);
        storage.ofAnother(C);

        assertThatThrownBy(workspace("c", ME)::open).hasMessageContaining("not Spindle's");
        assertThat(storage.children(C)).isEmpty();
    }

    @Test
    void onlyTheCampaignsOwnOtherVisitsAreRemoved() throws IOException {
        Plan.Visit first = new Plan.Visit("hdd", 1, List.of(Fixtures.spec(1, "teragen", 1000)));
        Plan.Visit second = new Plan.Visit("ssd", 2, List.of(Fixtures.spec(2, "teragen", 1000)));
        Plan plan = new Plan(
                Plan.SCHEMA,
                "c",
                "s",
                "e",
                List.of("hdd", "ssd"),
                Experiment.VisitShape.DEFAULT,
                List.of(),
                1,
                List.of(first, second),
                ME);
        workspace(plan.workspace(first), ME).open();
        workspace(plan.workspace(second), ME).open();

        Workspace.removeOthers(storage, "/base", plan, second);
        assertThat(storage.exists("/base/" + plan.workspace(first))).isFalse();
        assertThat(storage.exists("/base/" + plan.workspace(second))).isTrue();

        workspace(plan.workspace(first), OTHER).open();
        Workspace.removeOthers(storage, "/base", plan, second);
        assertThat(storage.exists("/base/" + plan.workspace(first)))
                .as("another's")
                .isTrue();
    }

    @Test
    void cleanKeepsWhatIsACopyOrBelongsToAnotherUser() throws IOException {
        workspace("c", ME).open();
        storage.mkdirs("/base/copy");
        storage.put("/base/copy/" + Workspace.MARKER, text(C + "/" + Workspace.MARKER), 3);

        assertThat(Workspace.reasonToKeep(storage, "/base/copy", null))
                .hasValue("it is a copy of c, or was renamed; --force removes it");

        storage.ofAnother(C);
        assertThat(Workspace.reasonToKeep(storage, C, null)).hasValue("it belongs to another user");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/user/me/spindle",
                "/user/me/spindle/in",
                "/user/me/x/../spindle",
                "/user//me/spindle/in",
                "/user/me/./spindle/",
                "//user/me",
                "/user/me/spindle/../../me",
                "/.",
                "/"
            })
    void dataInOrAroundTheBaseDirectoryIsRefusedHoweverItIsWritten(String path) {
        for (String base : List.of("/user/me/spindle", "/user//me/spindle/", "//user/./me/spindle")) {
            Workspace workspace = new Workspace(storage, base, "c", ME);
            assertThatThrownBy(() -> workspace.refuseOwn(path))
                    .hasMessageContaining("Spindle's own directory /user/me/spindle contain each other");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/user/me/spindle2", "/user/me/spindle/../data", "/user/you/spindle"})
    void dataBesideTheBaseDirectoryIsNot(String path) throws IOException {
        new Workspace(storage, "/user/me/spindle", "c", ME).refuseOwn(path);
        assertThat(AbsolutePath.plain(path)).doesNotContain("..").startsWith("/user/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//", "/.", "/./", "relative", "/user/me/..", ""})
    void whatCannotBeSpindlesOwnIsRefused(String base) {
        assertThatThrownBy(() -> new Workspace(storage, base, "c", ME))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be Spindle's directory in HDFS");
    }

    @Test
    void theDirectoriesOfACampaignTellItsApplicationsAndACopyDoesNot() throws IOException {
        for (String directory : List.of("c", "c-visit-12", "c" + Plan.LEASE)) {
            workspace(directory, ME).open();
            assertThat(Workspace.campaign(storage, "/base/" + directory)).hasValue(Plan.unique("c", ME));
        }
        storage.mkdirs("/base/copy");
        storage.put("/base/copy/" + Workspace.MARKER, text(C + "/" + Workspace.MARKER), 3);
        workspace("old", null).open();

        assertThat(Workspace.campaign(storage, "/base/copy")).isEmpty();
        assertThat(Workspace.campaign(storage, "/base/old")).isEmpty();
    }

    @Test
    void cleanKeepsAllDirectoriesOfACampaignWhoseClientHoldsItsLease() throws IOException {
        workspace("c", ME).open();
        Workspace lease = workspace("c" + Plan.LEASE, ME);
        lease.open();
        String file = "/base/c" + Plan.LEASE + "/_spindle_lease-1";
        storage.put(file, "", 1);
        assertThat(Workspace.reasonToKeep(storage, C, null))
                .hasValue("a client that has just begun uses it; --force=c removes it");

        storage.modified(file, 0);
        assertThat(Workspace.reasonToKeep(storage, C, null)).isEmpty();
        assertThat(Workspace.leftovers(storage, "/base")).contains(C, "/base/c" + Plan.LEASE);
    }

    @Test
    void aClientSaysHowFarItIsAndTakesEachWishToStopOnce() throws IOException {
        Workspace lease = workspace("c" + Plan.LEASE, ME);
        lease.open();
        assertThat(lease.attend("001-teragen/1 of 3")).isEmpty();
        assertThat(lease.attend("002-terasort/2 of 3")).isEmpty();

        String directory = "/base/c" + Plan.LEASE;
        assertThat(Workspace.point(storage, directory)).hasValue("002-terasort_2_of_3");
        Workspace.askToStop(storage, directory, "now");
        assertThat(lease.attend("002-terasort/2 of 3")).hasValue("now");
        assertThat(lease.attend("002-terasort/2 of 3")).isEmpty();
        assertThat(storage.children(directory)).noneMatch(Lease::isOne).hasSize(2);
    }

    private String text(String file) throws IOException {
        return new String(storage.open(file).readAllBytes(), StandardCharsets.UTF_8);
    }
}
