package org.spindlebench.runner.conf;

/**
 * Reads one value from text: of a YAML file or of an option, by the same rules.
 *
 * @param <T> what the text stands for
 */
@FunctionalInterface
public interface ValueParser<T> {
    T parse(String text) throws NotUnderstoodException;
}
