package org.spindlebench.jobs.probe.layout;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes and reads findings as lines of text. A line has the kind, the name and {@code key=value} pairs, separated by
 * tabs. Within these, special characters are escaped as {@code \t}, {@code \n}, {@code \r}, {@code \\} and, only in
 * keys, {@code \=}.
 */
public final class FindingText {
    private static final char ESCAPE = '\\';

    private FindingText() {}

    /** Appends a finding as a line, with its newline. */
    public static void append(Finding finding, Appendable to) throws IOException {
        escape(finding.kind(), false, to);
        to.append('\t');
        escape(finding.name(), false, to);
        for (Map.Entry<String, String> attribute : finding.attributes().entrySet()) {
            to.append('\t');
            escape(attribute.getKey(), true, to);
            to.append('=');
            escape(attribute.getValue(), false, to);
        }
        to.append('\n');
    }

    /**
     * Reads lines that {@link #append} wrote.
     *
     * @throws IOException if a line is malformed; the message names it
     */
    public static List<Finding> read(BufferedReader lines) throws IOException {
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            try {
                findings.add(finding(line.split("\t", -1)));
            } catch (IllegalArgumentException e) {
                throw new IOException("line " + number + " is not a finding: " + e.getMessage(), e);
            }
        }
        return findings;
    }

    private static Finding finding(String[] fields) {
        if (fields.length < 2) {
            throw new IllegalArgumentException("it has no name");
        }
        SortedMap<String, String> attributes = new TreeMap<>();
        for (int i = 2; i < fields.length; i++) {
            int end = endOfKey(fields[i]);
            String key = plain(fields[i].substring(0, end));
            if (attributes.put(key, plain(fields[i].substring(end + 1))) != null) {
                throw new IllegalArgumentException("it has " + key + " twice");
            }
        }
        return new Finding(plain(fields[0]), plain(fields[1]), attributes);
    }

    private static int endOfKey(String field) {
        for (int i = 0; i < field.length(); i++) {
            if (field.charAt(i) == ESCAPE) {
                i++;
            } else if (field.charAt(i) == '=') {
                return i;
            }
        }
        throw new IllegalArgumentException("'" + field + "' has no =");
    }

    private static void escape(String text, boolean key, Appendable to) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\t':
                    to.append("\\t");
                    break;
                case '\n':
                    to.append("\\n");
                    break;
                case '\r':
                    to.append("\\r");
                    break;
                case ESCAPE:
                    to.append("\\\\");
                    break;
                default:
                    to.append(c == '=' && key ? "\\=" : String.valueOf(c));
            }
        }
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ESCAPE) {
                plain.append(c);
            } else if (++i < text.length()) {
                plain.append(escaped(text.charAt(i)));
            } else {
                throw new IllegalArgumentException("'" + text + "' ends within an escape");
            }
        }
        return plain.toString();
    }

    private static char escaped(char c) {
        switch (c) {
            case 't':
                return '\t';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case ESCAPE:
            case '=':
                return c;
            default:
                throw new IllegalArgumentException("\\" + c + " is not an escape");
        }
    }
}
