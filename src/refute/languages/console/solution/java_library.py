"""Support methods of solutions in Java, and classes of the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HELPERS: Mapping[str, str] = {
    "readLong": """static Long readLong(SCANNER) {
    try {
        return Long.parseLong(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readDouble": """static Double readDouble(SCANNER) {
    try {
        return Double.parseDouble(scanner.nextLine().trim());
    } catch (NumberFormatException wrong) {
        return null;
    }
}
""",
    "readLine": """static String readLine(SCANNER) {
    return scanner.hasNextLine() ? scanner.nextLine() : null;
}
""",
    "toLong": """static Long toLong(String text) {
    try {
        return Long.valueOf(text.trim());
    } catch (NumberFormatException | NullPointerException wrong) {
        return null;
    }
}
""",
    "toDouble": """static Double toDouble(String text) {
    try {
        return Double.valueOf(text.trim());
    } catch (NumberFormatException | NullPointerException wrong) {
        return null;
    }
}
""",
    "sum": """static TYPE sum(List<BOXED> values) {
    TYPE total = 0;
    for (TYPE value : values) {
        total += value;
    }
    return total;
}
""",
    "product": """static TYPE product(List<BOXED> values) {
    TYPE result = 1;
    for (TYPE value : values) {
        result *= value;
    }
    return result;
}
""",
    "sorted": """static List<BOXED> sorted(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>(values);
    Collections.sort(made);
    return made;
}
""",
    "reversed": """static List<BOXED> reversed(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>(values);
    Collections.reverse(made);
    return made;
}
""",
    "distinct": """static List<BOXED> distinct(List<BOXED> values) {
    List<BOXED> made = new ArrayList<>();
    for (BOXED value : values) {
        if (!made.contains(value)) {
            made.add(value);
        }
    }
    return made;
}
""",
    "rounded": """static double rounded(double number, int places) {
    double scale = Math.pow(10, places);
    return Math.signum(number) * Math.floor(Math.abs(number) * scale + 0.5) / scale;
}
""",
    "part": """static String part(String text, long low, long high) {
    long begin = Math.min(low, text.length());
    long end = Math.max(begin, Math.min(high, text.length()));
    return text.substring((int) begin, (int) end);
}
""",
    "partOf": """static List<BOXED> partOf(List<BOXED> values, long low, long high) {
    long begin = Math.min(low, values.size());
    long end = Math.max(begin, Math.min(high, values.size()));
    return values.subList((int) begin, (int) end);
}
""",
    "words": """static List<String> words(String text) {
    return text.isBlank() ? List.of() : Arrays.asList(text.trim().split("\\\\s+"));
}
""",
    "together": """static List<BOXED> together(List<BOXED> first, List<BOXED> second) {
    List<BOXED> made = new ArrayList<>(first);
    made.addAll(second);
    return made;
}
""",
}
_CLASSES = (
    "io.File", "io.IOException", "io.PrintStream", "util.ArrayList", "util.Arrays",
    "util.Collections", "util.List", "util.Locale", "util.Random", "util.Scanner",
    "util.regex.Pattern",
)  # fmt: skip


def imports(lines: Iterable[str]) -> list[str]:
    """The lines that import what a program needs."""
    text = "\n".join(lines)
    return [f"import java.{name};" for name in _CLASSES if name.rpartition(".")[2] in text]
