package org.spindlebench.jobs.device;

import java.io.IOException;

/**
 * What fio prints by {@code --output-format=terse --terse-version=3}: one line of fields with semicolons between them, as its manual has
 * them under "Terse output". Sums are in KiB and times in milliseconds.
 */
final class FioOutput {
    private static final String VERSION = "3;fio-";
    private static final int MOST_SAID = 300;
    private static final int ERROR = 4;
    private static final int READ_KIB = 5;
    private static final int READ_MILLIS = 8;
    private static final int WRITE_KIB = 46;
    private static final int WRITE_MILLIS = 49;
    private static final long NANOS = 1_000_000;

    private FioOutput() {}

    /**
     * What was moved.
     *
     * @param output all that fio printed
     * @throws IOException where that is no figure
     */
    static Moved read(String output, Work work) throws IOException {
        for (String line : output.split("\n")) {
            String[] fields = line.split(";", -1);
            if (line.startsWith(VERSION) && fields.length > WRITE_MILLIS) {
                return moved(fields, work, output);
            }
        }
        throw new IOException("fio: " + said(output));
    }

    private static Moved moved(String[] fields, Work work, String output) throws IOException {
        boolean writes = work.operation().writes();
        long error = number(fields[ERROR]);
        long bytes = Math.multiplyExact(number(fields[writes ? WRITE_KIB : READ_KIB]), 1024L);
        long millis = number(fields[writes ? WRITE_MILLIS : READ_MILLIS]);
        if (error != 0) {
            throw new IOException("fio: error " + error + ": " + said(output));
        }
        if (millis == 0 || bytes == 0) {
            throw new IOException("fio counts in milliseconds, and it took less: ask for more bytes");
        }
        return new Moved(bytes, bytes / work.block(), Math.multiplyExact(millis, NANOS));
    }

    private static long number(String field) throws IOException {
        if (!field.matches("\\d{1,12}")) {
            throw new IOException("fio printed `" + field + "` where a number was expected");
        }
        return Long.parseLong(field);
    }

    /** All but the figures, on one line. */
    static String said(String output) {
        StringBuilder said = new StringBuilder();
        for (String line : output.split("\n")) {
            if (!line.startsWith(VERSION) && !line.trim().isEmpty()) {
                said.append(said.length() == 0 ? "" : " ").append(line.trim());
            }
        }
        String all = said.length() == 0 ? "it printed no figures" : said.toString();
        return all.length() > MOST_SAID ? all.substring(0, MOST_SAID) : all;
    }
}
