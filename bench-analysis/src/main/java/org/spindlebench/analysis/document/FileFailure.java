package org.spindlebench.analysis.document;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes file system failures in words; many of Java's exceptions have only the path as their message. */
public final class FileFailure {
    private FileFailure() {}

    /** Returns path and reason, such as {@code results/x: permission denied}, or another failure's message. */
    public static String of(Exception failure) {
        if (failure instanceof CharacterCodingException) {
            return "not UTF-8 text";
        }
        if (failure instanceof InvalidPathException path) {
            return notAPath(path);
        }
        if (!(failure instanceof FileSystemException refused) || refused.getFile() == null) {
            return failure.getMessage() == null ? failure.toString() : failure.getMessage();
        }
        return refused.getFile() + ": " + reason(refused);
    }

    /** Java reads names of files by the locale, and the locale of cron or ssh may know only ASCII. */
    private static String notAPath(InvalidPathException e) {
        boolean isForeign = e.getInput().chars().anyMatch(c -> c > '~');
        return "not a path: " + e.getReason()
                + (isForeign ? "; Java reads names by the locale, so set LC_ALL to a UTF-8 locale like C.UTF-8" : "");
    }

    private static String reason(FileSystemException refused) {
        if (refused instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (refused instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (refused instanceof FileAlreadyExistsException) {
            return "a file of this name already exists";
        }
        if (refused instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (refused instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        return refused.getReason() == null ? refused.getClass().getSimpleName() : refused.getReason();
    }
}
