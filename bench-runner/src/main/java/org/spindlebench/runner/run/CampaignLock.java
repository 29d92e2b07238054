package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Prevents two clients from running the same campaign. The lock is released when its process ends, for any reason.
 */
public final class CampaignLock implements AutoCloseable {
    /**
     * Nothing else may open this file, because a process loses its lock as soon as it closes any stream of the file.
     */
    private static final String NAME = "campaign.lock";

    /**
     * The number of attempts, because a client that only checks whether the lock is held takes the lock for a moment.
     */
    private static final int ATTEMPTS = 10;

    private static final long PAUSE_MS = 50;

    private final FileChannel channel;

    private CampaignLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of a campaign's directory.
     *
     * @throws IllegalArgumentException if another client holds it
     */
    public static CampaignLock take(Path campaign) throws IOException {
        FileChannel channel =
                FileChannel.open(campaign.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            for (int attempt = 1; attempt <= ATTEMPTS && lock == null; attempt++) {
                lock = attempt(channel, attempt == 1 ? 0 : PAUSE_MS);
            }
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new IllegalArgumentException("another client is running the campaign " + campaign.getFileName()
                    + "; wait for it, or end it before you resume");
        }
        return new CampaignLock(channel);
    }

    /** Returns the lock; null if another client holds it. */
    private static FileLock attempt(FileChannel channel, long pauseMs) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(pauseMs);
            return channel.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Checks whether another client holds the lock now. Creates no file. */
    public static boolean isHeld(Path campaign) throws IOException {
        if (!Files.isWritable(campaign.resolve(NAME))) {
            return false;
        }
        try (CampaignLock free = take(campaign)) {
            return free == null;
        } catch (IllegalArgumentException held) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Returns the name of a running campaign in a results directory; empty if none is running. */
    public static Optional<String> anyHeld(Path results) throws IOException {
        if (!Files.isDirectory(results)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> campaigns = Files.newDirectoryStream(results)) {
            for (Path campaign : campaigns) {
                if (isHeld(campaign)) {
                    return Optional.of(String.valueOf(campaign.getFileName()));
                }
            }
        }
        return Optional.empty();
    }
}
