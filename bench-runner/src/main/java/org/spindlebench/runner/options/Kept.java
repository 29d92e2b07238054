package org.spindlebench.runner.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option of {@code run} whose value holds for all starts of a campaign. Spindle saves it with the campaign,
 * and a resumed campaign restores it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Kept {
    /** Marks an option of {@code run} that the user gives again at each start of a campaign. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Not {
        /** The reason why a resumed campaign does not have the value of an earlier start. */
        String value();
    }
}
