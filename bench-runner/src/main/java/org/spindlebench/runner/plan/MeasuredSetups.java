package org.spindlebench.runner.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.JsonDocument;

/**
 * What the devices of setups were measured to do: the file {@code devices.json} of a results directory.
 *
 * @param schema of the file
 * @param setups each once, the latest measurement of it
 */
public record MeasuredSetups(int schema, List<MeasuredSetup> setups) {
    public static final String FILE = "devices.json";

    public static final MeasuredSetups NONE = new MeasuredSetups(1, List.of());

    public MeasuredSetups {
        setups = List.copyOf(setups);
    }

    /**
     * What a file holds; nothing where there is none.
     *
     * @throws IOException if it cannot be read
     */
    public static MeasuredSetups read(Path file) throws IOException {
        return Files.exists(file) ? JsonDocument.read(file, MeasuredSetups.class, NONE.schema) : NONE;
    }

    /** The setup of this name; empty where it was not measured. */
    public Optional<MeasuredSetup> of(String name) {
        return setups.stream().filter(one -> one.setup().equals(name)).findFirst();
    }

    /** The same with a measurement, in place of an earlier one of the same setup. */
    public MeasuredSetups with(MeasuredSetup latest) {
        List<MeasuredSetup> all = new ArrayList<>(setups);
        all.removeIf(one -> one.setup().equals(latest.setup()));
        all.add(latest);
        return new MeasuredSetups(schema, all);
    }
}
