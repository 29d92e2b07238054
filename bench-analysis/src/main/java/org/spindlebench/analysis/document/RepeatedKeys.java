package org.spindlebench.analysis.document;

/**
 * Tells in one pass over a JSON text that no object in it has a key twice: for texts by the million, where looking every key up takes
 * longer than reading it does.
 *
 * <p>Keys are told apart by a hash: that two are equal is never missed, that they are different sometimes is. Of a text that is no
 * JSON nothing is told.
 */
final class RepeatedKeys {
    private static final int MOST_DEPTH = 32;
    /** Each key is compared with all before it. */
    private static final int MOST_KEYS = 256;

    private final byte[] json;
    private final int[] hashes = new int[MOST_KEYS];
    /** Where the keys of the object at each depth begin; below 0 for an array. */
    private final int[] firstKeys = new int[MOST_DEPTH];

    private int keys;
    private int depth;
    private boolean keyIsNext;

    private RepeatedKeys(byte[] json) {
        this.json = json;
    }

    /**
     * @param json of which only ASCII has a meaning outside of strings
     * @return false only if no object has a key twice; true also for texts with very many keys at once, very deep ones, and keys with a
     *     backslash
     */
    static boolean possibleIn(byte[] json) {
        return new RepeatedKeys(json).found();
    }

    private boolean found() {
        int at = 0;
        while (at < json.length) {
            switch (json[at]) {
                case '"' -> {
                    int end = keyIsNext ? endOfKey(at + 1) : endOfText(at + 1);
                    if (end < 0) {
                        return true;
                    }
                    at = end;
                }
                case '{', '[' -> {
                    if (!descend(json[at] == '{')) {
                        return true;
                    }
                }
                case '}', ']' -> ascend();
                case ',' -> keyIsNext = depth > 0 && firstKeys[depth - 1] >= 0;
                default -> {
                    // A part of a number or a word, a colon or a blank.
                }
            }
            at++;
        }
        return false;
    }

    private boolean descend(boolean object) {
        if (depth == MOST_DEPTH) {
            return false;
        }
        firstKeys[depth++] = object ? keys : ~keys;
        keyIsNext = object;
        return true;
    }

    private void ascend() {
        if (depth > 0) {
            int first = firstKeys[--depth];
            keys = first < 0 ? ~first : first;
            keyIsNext = false;
        }
    }

    /** @return where its closing quote is; below 0 if it may be there already */
    private int endOfKey(int start) {
        int hash = 0;
        int at = start;
        while (at < json.length && json[at] != '"') {
            if (json[at] == '\\') {
                return -1;
            }
            hash = 31 * hash + json[at++];
        }
        keyIsNext = false;
        return isNew(hash) ? at : -1;
    }

    private boolean isNew(int hash) {
        for (int i = firstKeys[depth - 1]; i < keys; i++) {
            if (hashes[i] == hash) {
                return false;
            }
        }
        if (keys == MOST_KEYS) {
            return false;
        }
        hashes[keys++] = hash;
        return true;
    }

    private int endOfText(int start) {
        int at = start;
        while (at < json.length && json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at;
    }
}
