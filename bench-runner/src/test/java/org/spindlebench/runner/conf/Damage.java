package org.spindlebench.runner.conf;

import java.util.Random;

/** Damages texts, for tests of their readers. {@code -Dspindle.fuzz.rounds} sets how many times. */
final class Damage {
    static final int ROUNDS = Integer.getInteger("spindle.fuzz.rounds", 1_000);

    private static final String ALPHABET = "{}[]:,-#&*!|>'\"%@` \n\tabz09.~\u00e9\u0000";

    private Damage() {}

    static String of(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(4); i++) {
            int at = random.nextInt(damaged.length());
            char with = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(3)) {
                case 0 -> damaged.setCharAt(at, with);
                case 1 -> damaged.insert(at, with);
                default -> damaged.delete(at, Math.min(damaged.length() - 1, at + 1 + random.nextInt(20)));
            }
        }
        return damaged.toString();
    }
}
