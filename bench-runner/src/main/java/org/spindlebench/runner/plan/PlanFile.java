package org.spindlebench.runner.plan;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A plan as JSON: {@code plan --json} prints it, and a campaign saves it before its first run. */
public final class PlanFile {
    public static final String NAME = "plan.json";

    /** The older schemas that this version also reads: schema 4 has no owner. */
    private static final int BEFORE = 3;

    private static final int WITHOUT_OWNER = 4;

    /** The size limit of a plan, which prevents Spindle from loading a huge file that is no plan. */
    private static final long LARGEST = 1 << 28;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    private PlanFile() {}

    public static String json(Plan plan) {
        try {
            return MAPPER.writeValueAsString(plan);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan holds only texts and numbers", e);
        }
    }

    /**
     * Reads a plan.
     *
     * @throws IOException if the file cannot be read, is no plan, has an unknown schema, or names a run twice
     */
    public static Plan read(Path file) throws IOException {
        Plan plan = parse(file);
        Set<String> runs = new HashSet<>();
        for (RunSpec run : plan.runs()) {
            if (!runs.add(run.id())) {
                throw new IOException(file + " is not a plan: it names the run " + run.id() + " twice");
            }
        }
        return plan;
    }

    private static Plan parse(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than " + LARGEST + " bytes, so it is not a plan of Spindle");
        }
        JsonNode document = document(file);
        if (!document.isObject()) {
            throw new IOException(file + " is not a plan: a JSON object was expected");
        }
        JsonNode schema = document.path("schema");
        if (document.path("shape") instanceof ObjectNode shape && !shape.has("looks")) {
            shape.putArray("looks");
        }
        if (schema.isInt() && schema.asInt() == BEFORE) {
            return MAPPER.treeToValue(withPrograms(now((ObjectNode) document)), Plan.class);
        }
        if (schema.isInt() && schema.asInt() == WITHOUT_OWNER) {
            ((ObjectNode) document).put("schema", Plan.SCHEMA).putNull("owner");
        } else if (schema.isInt() && schema.asInt() != Plan.SCHEMA) {
            throw new IOException(file + " is a plan of schema " + schema.asInt()
                    + ", but this version of Spindle reads " + BEFORE + " to " + Plan.SCHEMA);
        }
        return MAPPER.treeToValue(withPrograms(document), Plan.class);
    }

    private static JsonNode document(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readString(file));
        } catch (JsonParseException e) {
            // The parser's own words name Java's classes.
            throw new JsonParseException(null, file + ": cut off or damaged; copy it anew, or move it away", e);
        }
    }

    /** Only runs of a user's program name one. */
    private static JsonNode withPrograms(JsonNode plan) {
        for (JsonNode visit : plan.path("visits")) {
            for (JsonNode run : visit.path("runs")) {
                if (run instanceof ObjectNode planned && !run.has("program")) {
                    planned.putNull("program");
                }
            }
        }
        return plan;
    }

    /**
     * Converts a plan of schema 3 to the present schema. Schema 3 described one visit, or repeated the campaign's
     * fields in each visit of an experiment.
     */
    private static ObjectNode now(ObjectNode before) {
        boolean experiment = before.has("visits");
        ObjectNode plan = MAPPER.createObjectNode().put("schema", Plan.SCHEMA);
        plan.set("campaign", before.get("campaign"));
        plan.set("suite", experiment ? before.at("/visits/0/suite") : before.get("suite"));
        plan.set("experiment", before.get("experiment"));
        plan.set("setups", experiment ? before.get("setups") : plan.arrayNode().add(before.get("setup")));
        plan.set("shape", before.get("shape"));
        plan.set("coverage", experiment ? before.get("coverage") : plan.arrayNode());
        plan.set("seed", before.get("seed"));
        plan.putNull("owner");
        ArrayNode visits = plan.putArray("visits");
        Iterable<JsonNode> all = experiment ? before.get("visits") : List.of(before);
        for (JsonNode visit : all) {
            ObjectNode one = visits.addObject();
            one.set("setup", visit.get("setup"));
            one.set("number", visit.get("visit"));
            one.set("runs", visit.get("runs"));
        }
        return plan;
    }
}
