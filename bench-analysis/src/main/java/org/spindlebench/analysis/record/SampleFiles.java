package org.spindlebench.analysis.record;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** Where the files of samples lie that records name ({@link Evidence#samples()}, {@link Throughput#samples()}): beside the record, and nowhere else. */
public final class SampleFiles {
    private SampleFiles() {}

    /**
     * The file of that name, whether or not it is there.
     *
     * @param folder in which the record lies
     * @param name as the record has it
     * @throws InvalidDocumentException if that is no name of a file, but a path: a record must not lead elsewhere
     */
    public static Path beside(Path folder, String name) {
        if (!isFileName(name)) {
            throw new InvalidDocumentException("its samples are '" + name + "', and must be a file beside the record");
        }
        return folder.resolve(name);
    }

    private static boolean isFileName(String name) {
        try {
            Path path = Path.of(name);
            return path.equals(path.getFileName())
                    && !path.normalize().toString().isEmpty()
                    && !name.equals("..");
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
