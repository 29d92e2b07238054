package org.spindlebench.it.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a class of tests one browser, and each test its own tab, 1,200 pixels wide. Skips the class if there is no
 * browser.
 */
final class BrowserTab implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final int WIDTH = 1200;

    private Path profile;
    private Chromium chromium;
    private Tab tab;

    /** Returns the tab of the running test. */
    Tab tab() {
        return tab;
    }

    @Override
    public void beforeAll(ExtensionContext tests) throws Exception {
        profile = Files.createTempDirectory("spindle-browser");
        chromium = Chromium.start(profile);
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        tab = chromium.tab();
        tab.width(WIDTH);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (tab != null) {
            tab.close();
        }
    }

    @Override
    public void afterAll(ExtensionContext tests) throws IOException {
        if (chromium != null) {
            chromium.close();
        }
        if (profile != null) {
            try (Stream<Path> files = Files.walk(profile)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
