package org.spindlebench.runner.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.run.CommandOutcome;

/**
 * Runs the commands of a setup, and keeps what they print: {@code apply-1.log}, {@code verify-1.log}, {@code restore-1.log} and so on.
 *
 * @param directory for what they print
 * @param campaign in their environment as {@code SPINDLE_CAMPAIGN}
 * @param setup in their environment as {@code SPINDLE_SETUP}
 */
record HookRunner(Path directory, String campaign, String setup) {
    static final String APPLY = "apply";
    static final String VERIFY = "verify";
    static final String RESTORE = "restore";

    /** Nothing is done before it is noted who does it; where the client is killed first, nothing at all. */
    private static final String NOTED = "read -r noted || exit 1\nexec < /dev/null\n";

    /** Ctrl-C reaches every process of a terminal: what puts things right is not to hear of it. */
    private static final String UNDISTURBED = "trap '' INT HUP\n";

    /**
     * Runs one.
     *
     * @param name of it
     * @return how it ended; where it failed the text names the log
     */
    CommandOutcome run(String name, Hook hook, CommandOutcome.Watcher watcher)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path log = free(name);
        String line = NOTED + hook.command();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", name.equals(RESTORE) ? UNDISTURBED + line : line);
        builder.environment().putAll(Map.of("SPINDLE_CAMPAIGN", campaign, "SPINDLE_SETUP", setup));
        CommandOutcome outcome = CommandOutcome.of(builder, hook.limit(), log, watcher);
        return outcome.ok() ? outcome : new CommandOutcome(false, outcome.output() + " (all of it in " + log + ")");
    }

    private Path free(String name) {
        int number = 1;
        while (Files.exists(directory.resolve(name + "-" + number + ".log"))) {
            number++;
        }
        return directory.resolve(name + "-" + number + ".log");
    }
}
