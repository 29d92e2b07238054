package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;

/** Reads results that a tool writes as one JSON document. Results are numbered from 1, as lines are elsewhere. */
abstract class JsonImporter implements Importer {
    private static final Pattern NOT_A_NUMBER =
            Pattern.compile("^Non-standard token|^Unexpected character \\('[nNiI]' .*in numeric value");
    private static final int LONGEST = 1 << 26;
    private static final Pattern BEGIN = Pattern.compile("(?m)^\\uFEFF?\\s*(\\{|\\[\\s*(?:\\{|]|$))");

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        String text = new String(ImportText.bytes(file.path(), LONGEST), StandardCharsets.UTF_8);
        Matcher begin = BEGIN.matcher(text);
        if (!begin.find()) {
            throw new InvalidDocumentException(file.path()
                    + (text.stripLeading().startsWith("<")
                            ? ": XML or HTML: ask the server for JSON, with `curl -H 'Accept: application/json'`"
                            : ": not JSON: no line begins with { or ["));
        }
        JsonNode document = document(file, text, begin.start(1));
        if (document == null || !isOf(document)) {
            throw new InvalidDocumentException(file.path() + ": not " + summary());
        }
        JsonRuns results = new JsonRuns(this, file, text.substring(0, begin.start(1)), unreadable);
        read(document, results);
        return results;
    }

    /** Checks whether a document has this format. */
    abstract boolean isOf(JsonNode document);

    /** Reads all results of a document. */
    abstract void read(JsonNode document, JsonRuns results);

    /** Reads the document among a file's lines. Tools write remarks before it, and their results as text after it. */
    private JsonNode document(ImportFile file, String text, int begin) throws IOException {
        String document = text.substring(begin);
        // Made here, since the help of `import` needs the names of all importers, and loading Jackson takes time.
        try (JsonParser parser = new ObjectMapper().createParser(document)) {
            JsonNode read = parser.readValueAsTree();
            String rest = document.substring((int) parser.currentLocation().getCharOffset());
            if (mark().filter(mark -> mark.matcher(rest).find()).isPresent()) {
                throw new InvalidDocumentException(file.path()
                        + ": holds more than one JSON document: save each in a file of its own, and name all files. If the"
                        + " tool repeats its status in one file, keep only the last document");
            }
            return read;
        } catch (JsonProcessingException e) {
            String why = e.getOriginalMessage().startsWith("Unexpected end-of-input")
                    ? "the text is cut off; copy the file anew"
                    : "not JSON: line " + lineOf(e, text.substring(0, begin)) + ": "
                            + (NOT_A_NUMBER.matcher(e.getOriginalMessage()).find()
                                    ? "NaN and Infinity are no numbers of JSON; write null instead, or remove that result"
                                    : e.getOriginalMessage());
            throw new InvalidDocumentException(file.path() + ": " + why, e);
        }
    }

    private static long lineOf(JsonProcessingException e, String before) {
        return before.chars().filter(one -> one == '\n').count()
                + e.getLocation().getLineNr();
    }

    /** The results of a document, as runs. */
    static final class JsonRuns implements RunSource {
        private final Importer importer;
        private final ImportFile file;
        private final String remarks;
        private final Consumer<UnreadableLine> unreadable;
        private final Deque<RunRecord> runs = new ArrayDeque<>();
        private long number;

        JsonRuns(Importer importer, ImportFile file, String remarks, Consumer<UnreadableLine> unreadable) {
            this.importer = importer;
            this.file = file;
            this.remarks = remarks;
            this.unreadable = unreadable;
        }

        /** Returns what the tool wrote before the document. */
        String remarks() {
            return remarks;
        }

        /** Begins a run. The user's setup is stronger than the one that the settings name. */
        ImportedRun begin(String job, Map<String, String> settings) {
            number++;
            Map<String, String> others = new TreeMap<>(settings);
            String named = others.remove("setup");
            String setup = file.setup().orElse(named == null ? file.setupOrDefault() : named);
            return new ImportedRun(
                    importer,
                    file,
                    String.format(Locale.ROOT, "result-%06d", number),
                    importer.name(),
                    number,
                    new Subject(SafeName.ofJob(job), setup, others));
        }

        void add(ImportedRun run) {
            runs.add(run.toRecord());
        }

        /** Lists a result that cannot be read. */
        void refuse(String reason) {
            number++;
            unreadable.accept(new UnreadableLine(file.name(), number, reason));
        }

        @Override
        public RunRecord next() {
            return runs.poll();
        }

        @Override
        public void close() {
            runs.clear();
        }
    }
}
