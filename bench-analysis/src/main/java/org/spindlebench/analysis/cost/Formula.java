package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A number that follows from the inputs of a price list. It has the value that the list gives, and can be recomputed
 * from other inputs.
 *
 * <p>The HTML report computes costs only with these formulas. It evaluates {@link #tree} with the inputs that a reader
 * types.
 */
public final class Formula {
    private final double value;
    private final Object tree;
    private final boolean known;
    /** The key of an input, whether it is known or not; null if the formula is computed from {@link #parts}. */
    private final String key;

    private final List<Formula> parts;

    private Formula(double value, Object tree, boolean known, String key) {
        this.value = value;
        this.tree = tree;
        this.known = known;
        this.key = key;
        this.parts = List.of();
    }

    private Formula(double value, Object tree, List<Formula> parts) {
        this.value = value;
        this.tree = tree;
        this.known = parts.stream().allMatch(Formula::isKnown);
        this.key = null;
        this.parts = parts;
    }

    static Formula constant(double value) {
        return new Formula(value, value, true, null);
    }

    /** Creates an input; the value is null if the list does not state it. */
    static Formula input(String name, Double value) {
        return input(name, value, name);
    }

    /** Creates an input. {@link #missing()} reports the key if the list does not state it. */
    static Formula input(String name, Double value, String key) {
        return value == null ? missing(key) : new Formula(value, name, true, name);
    }

    static Formula missing(String key) {
        return new Formula(0, 0, false, key);
    }

    Formula plus(Formula other) {
        // Adding zero would only make the formula longer.
        if (isNothing()) {
            return other;
        }
        return other.isNothing() ? this : with("+", other, value + other.value);
    }

    Formula minus(Formula other) {
        return with("-", other, value - other.value);
    }

    Formula times(Formula other) {
        return other.isNothing() ? other : with("*", other, value * other.value);
    }

    Formula times(int count) {
        return times(constant(count));
    }

    Formula over(Formula other) {
        return with("/", other, value / other.value);
    }

    private Formula with(String operation, Formula other, double result) {
        return new Formula(result, List.of(operation, tree, other.tree), List.of(this, other));
    }

    private boolean isNothing() {
        return known && value == 0 && tree instanceof Number;
    }

    /** Copies this formula, but makes the copy unknown if another formula is unknown. */
    Formula needing(Formula other) {
        return new Formula(value, tree, List.of(this, other));
    }

    /** Copies this formula under a name by which other formulas can refer to it. */
    Formula named(String name) {
        return new Formula(value, name, List.of(this));
    }

    /** Returns the current value as a constant, which no input changes. */
    Formula fixed() {
        return known ? constant(value) : this;
    }

    /** Checks whether all inputs are stated. */
    public boolean isKnown() {
        return known;
    }

    /** Returns the value that the list gives; null if an input is not stated, or a divisor is 0. */
    public Double value() {
        return known && Double.isFinite(value) ? value : null;
    }

    /** Returns a tree of numbers, names of inputs or formulas, and operations ({@code + - * /}) with two operands. */
    public Object tree() {
        return tree;
    }

    /** Returns the names of the stated inputs that affect the value. */
    public SortedSet<String> inputs() {
        return keys(formula -> formula.known);
    }

    /** Returns the keys of the inputs that are not stated. */
    public SortedSet<String> missing() {
        return keys(formula -> !formula.known);
    }

    private SortedSet<String> keys(Predicate<Formula> matches) {
        SortedSet<String> keys = new TreeSet<>();
        if (key != null && matches.test(this)) {
            keys.add(key);
        }
        parts.forEach(part -> keys.addAll(part.keys(matches)));
        return keys;
    }
}
