package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Where a document's text came from, for messages.
 *
 * @param name the file's path, or another name of the source
 * @param firstLine the line of the source on which the text begins, from 1
 */
public record Origin(String name, long firstLine) {
    /** A document that is a whole file. */
    public static Origin of(Path file) {
        return new Origin(file.toString(), 1);
    }

    /** An error in the document as a whole. */
    InvalidDocumentException invalid(String problem) {
        return new InvalidDocumentException(name + ": line " + firstLine + ": " + problem);
    }

    /** An error that the parser found, with its line, column and field. */
    InvalidDocumentException invalid(JsonProcessingException error) {
        return new InvalidDocumentException(name + position(error.getLocation()) + ": " + problem(error), error);
    }

    private String position(JsonLocation location) {
        if (location == null || location.getLineNr() < 1) {
            return ": line " + firstLine;
        }
        return ": line " + (firstLine + location.getLineNr() - 1) + ", column " + location.getColumnNr();
    }

    private static String problem(JsonProcessingException error) {
        String field = error instanceof JsonMappingException mapping ? field(mapping) : "";
        String at = field.isEmpty() ? "" : " (in " + field + ")";
        if (error.getCause() instanceof NullPointerException missing) {
            return "no " + missing.getMessage() + at;
        }
        boolean refused = error.getCause() instanceof IllegalArgumentException;
        return (refused ? error.getCause().getMessage() : error.getOriginalMessage()) + at;
    }

    private static String field(JsonMappingException error) {
        return error.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
    }
}
