package org.spindlebench.analysis.document;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes file system failures in words; many of Java's exceptions have only the path as message. */
public final class FileFailure {
    private FileFailure() {}

    /** Returns path and reason, such as {@code results/x: permission denied}, or another failure's message. */
    public static String of(Exception failure) {
        if (failure instanceof CharacterCodingException) {
            return "not UTF-8 text";
        }
        if (!(failure instanceof FileSystemException refused) || refused.getFile() == null) {
            return failure.getMessage() == null ? failure.toString() : failure.getMessage();
        }
        return refused.getFile() + ": " + reason(refused);
    }

    private static String reason(FileSystemException refused) {
        if (refused instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (refused instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (refused instanceof FileAlreadyExistsException) {
            return "a file of this name is there already";
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
