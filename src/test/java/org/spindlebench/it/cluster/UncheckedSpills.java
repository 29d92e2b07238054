package org.spindlebench.it.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * A Java agent for the JVMs of a secured cluster. With Kerberos, Hadoop opens map outputs and containers' logs only where
 * native code can check their owner, and the published jars have no native code. With this agent, the one class that
 * checks asks for another condition than Kerberos, which no daemon and no container fulfils: a login with a ticket cache.
 */
public final class UncheckedSpills implements ClassFileTransformer {
    private static final String CHECKING = "org/apache/hadoop/io/SecureIOUtils";
    private static final String KERBEROS = "isSecurityEnabled";
    private static final String TICKET_CACHE = "isLoginTicketBased";

    private UncheckedSpills() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new UncheckedSpills());
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (!CHECKING.equals(name)) {
            return null;
        }
        return new String(original, ISO_8859_1)
                .replace(constant(KERBEROS), constant(TICKET_CACHE))
                .getBytes(ISO_8859_1);
    }

    /** Returns a string as it stands among the constants of a class file: a tag, the length, the characters. */
    private static String constant(String text) {
        return "\1" + (char) (text.length() >> 8) + (char) (text.length() & 0xff) + text;
    }
}
