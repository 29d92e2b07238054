package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.spindlebench.analysis.importer.SafeName;

/** Names the campaigns of imported files after them; files of one name in several directories are campaigns of their own. */
final class CampaignNames {
    private final Set<String> taken = new HashSet<>();

    /** The file's name, with a number where another file has it already. */
    String of(Path file) {
        String name = SafeName.ofFile(file);
        String unique = name;
        for (int number = 2; !taken.add(unique); number++) {
            unique = name + "-" + number;
        }
        return unique;
    }
}
