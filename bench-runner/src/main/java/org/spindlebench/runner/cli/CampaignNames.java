package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.spindlebench.analysis.importer.SafeName;

/** Names the campaigns of imported files after them; files of one name in several directories are campaigns of their own. */
final class CampaignNames {
    private final Map<Path, String> names = new HashMap<>();

    /** The file's name, with a number where another file has it already; a file that is read again keeps its name. */
    String of(Path file) {
        String name = names.get(file);
        if (name == null) {
            String own = SafeName.ofFile(file);
            name = own;
            for (int number = 2; names.containsValue(name); number++) {
                name = own + "-" + number;
            }
            names.put(file, name);
        }
        return name;
    }
}
