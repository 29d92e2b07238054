package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.spindlebench.runner.plan.PlanFile;

/** Keeps a second client from the campaign that one is running. It ends with its process, however that ends. */
public final class CampaignLock implements AutoCloseable {
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
        // The plan is written once and never again: no file of its own is needed.
        FileChannel channel = FileChannel.open(campaign.resolve(PlanFile.NAME), StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            lock = null;
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
