package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.run.CampaignDirectory;

class CampaignConsoleTest {
    @TempDir
    private Path directory;

    @Test
    void aDamagedRecordIsSaidAndCostsNoTable() throws Exception {
        Session session = new Session(directory);
        session.run("run", "--suite", "quick");
        CampaignRequest request = session.actions.runs.get(0);
        CampaignDirectory campaign = request.directory();
        campaign.create(request.plan());
        Path record = campaign.runs().resolve(request.plan().runs().get(0).id() + ".json");
        Files.writeString(record, "{\"schema\": 1, \"ident");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        CampaignRequest toErr = CampaignsOnFakes.printingTo(request, stream(out), stream(err));

        int code = new CampaignConsole(toErr, stream(out)).conclude(CampaignConsole.Left.NOTHING);

        assertThat(code).isEqualTo(ExitCode.RUN_FAILED.code());
        assertThat(campaign.root().resolve("summary.txt")).exists();
        assertThat(record).doesNotExist();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "warning: Spindle cannot understand a record",
                        record + ".damaged-1",
                        "Resume with: ",
                        "--resume");
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
