package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The browser that the user has chosen for the system. */
final class Browser {
    private Browser() {}

    /**
     * Shows a page in it, and does not wait.
     *
     * @throws IOException if there is none here; the message says what to do
     */
    static void open(Path page) throws IOException {
        String file = page.toAbsolutePath().toString();
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        try {
            new ProcessBuilder(List.of(mac ? "open" : "xdg-open", file))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "no browser can be opened from here (" + (mac ? "open" : "xdg-open")
                            + " is missing); open it yourself: " + file,
                    e);
        }
    }
}
