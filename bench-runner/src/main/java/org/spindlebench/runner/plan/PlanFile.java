package org.spindlebench.runner.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The plan as JSON: what {@code plan --json} prints, and what a campaign saves before its first run. */
public final class PlanFile {
    /** Its name in a campaign's directory. */
    public static final String NAME = "plan.json";

    /** So that a file that is something else altogether is not taken into memory. */
    private static final long LARGEST = 1 << 28;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private PlanFile() {}

    public static String json(SavedPlan plan) {
        try {
            return MAPPER.writeValueAsString(plan);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan holds only texts and numbers", e);
        }
    }

    /**
     * Reads a plan back.
     *
     * @throws IOException when the file cannot be read, is no plan, or is of another version
     */
    public static SavedPlan read(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than " + LARGEST + " bytes: no plan of Spindle is");
        }
        JsonNode document = MAPPER.readTree(Files.readString(file));
        if (!document.isObject()) {
            throw new IOException(file + " is no plan: a JSON object was expected");
        }
        JsonNode schema = document.path("schema");
        if (schema.isInt() && schema.asInt() != Plan.SCHEMA) {
            throw new IOException(
                    file + " is a plan of schema " + schema.asInt() + ", and this Spindle reads " + Plan.SCHEMA);
        }
        return document.has("visits")
                ? MAPPER.treeToValue(document, ExperimentPlan.class)
                : MAPPER.treeToValue(document, Plan.class);
    }
}
