package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.CampaignOwner;
import org.spindlebench.runner.run.Workspace;

/** Tests what {@code clean} removes from HDFS, and what it removes only if the user insists. */
class CleanRequestTest {
    private static final CampaignOwner ME =
            new CampaignOwner("11111111-1111-1111-1111-111111111111", "ada", "gateway-1", "2026-03-01T02:00:00Z");
    private static final String MARKER = "/_spindle_campaign";

    private final MemoryStorage storage = new MemoryStorage();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<String> ended = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        open("c");
        open("c-visit-2");
        open("c" + Plan.LEASE);
        storage.put("/base/c" + Plan.LEASE + "/_spindle_lease-1", "", 1);
        storage.mkdirs("/base/copy");
        try (InputStream marker = storage.open("/base/c" + MARKER)) {
            storage.put("/base/copy" + MARKER, new String(marker.readAllBytes(), StandardCharsets.UTF_8), 3);
        }
        open("theirs");
        storage.ofAnother("/base/theirs");
    }

    private void open(String name) throws IOException {
        new Workspace(storage, "/base", name, ME).open();
    }

    private List<String> left(String force) throws Exception {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        PendingRestores none = new PendingRestores(Path.of("no-such"), Disruption.NONE, null);
        GenericOptions generic = GenericOptions.extract(List.of(), new Problems());
        new CleanRequest(false, force, "/base", none, generic, out).remove(storage, "/base", ended::add);
        return Workspace.leftovers(storage, "/base");
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatAClientUsesAndCopiesStay() throws Exception {
        assertThat(left(null)).hasSize(5);
        assertThat(said())
                .contains("kept /base/c: a client that has just begun uses it; --force=c removes it")
                .contains("kept /base/c-visit-2: a client that has just begun uses it; --force=c removes it")
                .contains("kept /base/copy: it is a copy of c, or was renamed; --force removes it")
                .contains("kept /base/theirs: it belongs to another user");
        assertThat(ended).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "copy", "c-visit-2", "other"})
    void withoutTheNameOfItsCampaignNothingThatAClientUsesIsRemoved(String force) throws Exception {
        assertThat(left(force))
                .containsExactlyInAnyOrder("/base/c", "/base/c-visit-2", "/base/c" + Plan.LEASE, "/base/theirs");
        assertThat(ended).containsExactly("/base/copy");
    }

    @Test
    void theNameOfACampaignRemovesItWhileAClientUsesIt() throws Exception {
        assertThat(left("c")).containsExactly("/base/theirs");
        assertThat(ended).contains("/base/c", "/base/c-visit-2").doesNotContain("/base/theirs");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "theirs", "c"})
    void aDirectoryOfAnotherUserStaysWhateverIsForced(String force) throws Exception {
        assertThat(left(force)).contains("/base/theirs");
        assertThat(storage.exists("/base/theirs" + MARKER)).isTrue();
        assertThat(said()).contains("kept /base/theirs: it belongs to another user");
    }
}
