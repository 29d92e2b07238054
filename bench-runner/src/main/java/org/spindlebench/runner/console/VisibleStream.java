package org.spindlebench.runner.console;

import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.HumanText;

/**
 * The way of all text to the terminal. Names and reasons come from outside, so control characters become question
 * marks, even if whoever prints them forgot it. Spindle's own colours pass, and so does its erasing of a line, with
 * which a text can only begin.
 */
public final class VisibleStream extends PrintStream {
    private static final Pattern OWN = Pattern.compile("\\A\r\u001b\\[K|\u001b\\[(?:0|31|32)m");

    private final PrintStream terminal;

    public VisibleStream(PrintStream out) {
        super(out, true);
        this.terminal = out;
    }

    private static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        Matcher own = OWN.matcher(text);
        int end = 0;
        while (own.find()) {
            visible.append(HumanText.visible(text.substring(end, own.start()))).append(own.group());
            end = own.end();
        }
        return visible.append(HumanText.visible(text.substring(end))).toString();
    }

    @Override
    public void print(String text) {
        terminal.print(visible(String.valueOf(text)));
    }

    @Override
    public void print(Object value) {
        print(String.valueOf(value));
    }

    @Override
    public void print(char[] text) {
        print(String.valueOf(text));
    }

    @Override
    public void print(char character) {
        print(String.valueOf(character));
    }
}
