"""Support functions of solutions in C, and the headers of the standard library."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST_LIST = 1000
LONGEST_LINE = 1000

HELPERS: Mapping[str, str] = {
    "read_line": """void read_line(FILE_PARAMETERchar *line) {
    if (fgets(line, LENGTH, FILE_NAME) == NULL) {
        exit(0);
    }
    line[strcspn(line, "\\n")] = '\\0';
}
""",
    "read_long": """bool read_long(FILE_PARAMETERlong *number) {
    char line[LENGTH], *end;
    read_line(FILE_ARGUMENTline);
    *number = strtol(line, &end, 10);
    return end != line && *end == '\\0';
}
""",
    "read_double": """bool read_double(FILE_PARAMETERdouble *number) {
    char line[LENGTH], *end;
    read_line(FILE_ARGUMENTline);
    *number = strtod(line, &end);
    return end != line && *end == '\\0';
}
""",
    "read_bool": """bool read_bool(FILE_PARAMETERbool *truth) {
    char line[LENGTH];
    read_line(FILE_ARGUMENTline);
    *truth = strcasecmp(line, "true") == 0;
    return *truth || strcasecmp(line, "false") == 0;
}
""",
    "read_text": """bool read_text(FILE_PARAMETERchar *text) {
    read_line(FILE_ARGUMENTtext);
    return true;
}
""",
    "read_value": "",
    "repeated": """char *repeated(const char *text, long times) {
    char *made = calloc(times > 0 ? strlen(text) * times + 1 : 1, 1);
    for (long i = 0; i < times; i++) {
        strcat(made, text);
    }
    return made;
}
""",
    "joined": """char *joined(const char *first, const char *second) {
    char *made = malloc(strlen(first) + strlen(second) + 1);
    return strcat(strcpy(made, first), second);
}
""",
    "reversed": """char *reversed(const char *text) {
    size_t size = strlen(text);
    char *made = calloc(size + 1, 1);
    for (size_t i = 0; i < size; i++) {
        made[i] = text[size - 1 - i];
    }
    return made;
}
""",
    "upper": """char *upper(const char *text) {
    char *made = strdup(text);
    for (char *each = made; *each != '\\0'; each++) {
        *each = toupper(*each);
    }
    return made;
}
""",
    "lower": """char *lower(const char *text) {
    char *made = strdup(text);
    for (char *each = made; *each != '\\0'; each++) {
        *each = tolower(*each);
    }
    return made;
}
""",
    "floor_div": """long floor_div(long a, long b) {
    long quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
""",
    "floor_mod": """long floor_mod(long a, long b) {
    return a - b * (long) floor((double) a / b);
}
""",
    "sum": """TYPE sum(const TYPE values[], int count) {
    TYPE total = 0;
    for (int i = 0; i < count; i++) {
        total += values[i];
    }
    return total;
}
""",
    "product": """TYPE product(const TYPE values[], int count) {
    TYPE result = 1;
    for (int i = 0; i < count; i++) {
        result *= values[i];
    }
    return result;
}
""",
    "largest": """TYPE largest(const TYPE values[], int count) {
    TYPE best = values[0];
    for (int i = 1; i < count; i++) {
        if (values[i] > best) {
            best = values[i];
        }
    }
    return best;
}
""",
    "smallest": """TYPE smallest(const TYPE values[], int count) {
    TYPE best = values[0];
    for (int i = 1; i < count; i++) {
        if (values[i] < best) {
            best = values[i];
        }
    }
    return best;
}
""",
    "occurrences": """int occurrences(TYPE value, const TYPE values[], int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (values[i] == value) {
            found++;
        }
    }
    return found;
}
""",
    "is_subset": """bool is_subset(const TYPE some[], int few, const TYPE values[], int count) {
    for (int i = 0; i < few; i++) {
        if (occurrences(some[i], values, count) == 0) {
            return false;
        }
    }
    return true;
}
""",
    "sorted": """TYPE *sorted(const TYPE values[], int count) {
    TYPE *made = calloc(count + 1, sizeof(TYPE));
    for (int i = 0; i < count; i++) {
        int place = i;
        while (place > 0 && made[place - 1] > values[i]) {
            made[place] = made[place - 1];
            place--;
        }
        made[place] = values[i];
    }
    return made;
}
""",
    "backwards": """TYPE *backwards(const TYPE values[], int count) {
    TYPE *made = calloc(count + 1, sizeof(TYPE));
    for (int i = 0; i < count; i++) {
        made[i] = values[count - 1 - i];
    }
    return made;
}
""",
    "character": """char *character(const char *text, long index) {
    char *made = calloc(2, 1);
    made[0] = text[index];
    return made;
}
""",
    "characters_of": """int characters_of(const char *text, char *characters[]) {
    int count = strlen(text);
    for (int i = 0; i < count; i++) {
        characters[i] = strndup(text + i, 1);
    }
    return count;
}
""",
    "character_of": """char *character_of(long code) {
    char *made = calloc(2, 1);
    made[0] = code;
    return made;
}
""",
    "text_of": """char *text_of(long number) {
    char *made = calloc(24, 1);
    sprintf(made, "%ld", number);
    return made;
}
""",
    "part": """char *part(const char *text, long low, long high) {
    long size = strlen(text);
    char *made = calloc(size + 1, 1);
    low = low < 0 ? low + size : low;
    high = high < 0 ? high + size : high;
    for (long i = low < 0 ? 0 : low; i < high && i < size; i++) {
        strncat(made, text + i, 1);
    }
    return made;
}
""",
    "words_of": """int words_of(const char *text, char *words[]) {
    int count = 0;
    char *copy = strdup(text);
    for (char *word = strtok(copy, " \\t"); word != NULL; word = strtok(NULL, " \\t")) {
        words[count++] = word;
    }
    return count;
}
""",
    "split": """int split(const char *text, const char *separator, char *parts[]) {
    int count = 0;
    char *begin = strdup(text), *end;
    while ((end = strstr(begin, separator)) != NULL) {
        *end = '\\0';
        parts[count++] = begin;
        begin = end + strlen(separator);
    }
    parts[count++] = begin;
    return count;
}
""",
    "part_of": """int part_of(const TYPE values[], int count, long low, long high, TYPE made[]) {
    int size = 0;
    low = low < 0 ? low + count : low;
    high = high < 0 ? high + count : high;
    for (long i = low < 0 ? 0 : low; i < high && i < count; i++) {
        made[size++] = values[i];
    }
    return size;
}
""",
    "distinct": """int distinct(const TYPE values[], int count, TYPE made[]) {
    int size = 0;
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < size && !(made[j] == values[i])) {
            j++;
        }
        if (j == size) {
            made[size++] = values[i];
        }
    }
    return size;
}
""",
    "together": """int together(const TYPE a[], int few, const TYPE b[], int more, TYPE made[]) {
    for (int i = 0; i < few; i++) {
        made[i] = a[i];
    }
    for (int i = 0; i < more; i++) {
        made[few + i] = b[i];
    }
    return few + more;
}
""",
    "stripped": """char *stripped(const char *text) {
    while (isspace(*text)) {
        text++;
    }
    char *made = strdup(text);
    size_t size = strlen(made);
    while (size > 0 && isspace(made[size - 1])) {
        made[--size] = '\\0';
    }
    return made;
}
""",
    "ends_with": """bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text), length = strlen(end);
    return length <= size && strcmp(text + size - length, end) == 0;
}
""",
    "join": """char *join(char *values[], int count, const char *between) {
    char *made = calloc(LENGTH * (count + 1), 1);
    for (int i = 0; i < count; i++) {
        strcat(made, i == 0 ? "" : between);
        strcat(made, values[i]);
    }
    return made;
}
""",
    "print_list": """void print_list(const TYPE values[], int count) {
    printf("[");
    for (int i = 0; i < count; i++) {
        printf(i == 0 ? "FORMAT" : ", FORMAT", values[i]);
    }
    printf("]");
}
""",
    "to_long": """bool to_long(const char *text, long *number) {
    char *end;
    *number = strtol(text, &end, 10);
    return end != text && *end == '\\0';
}
""",
    "to_double": """bool to_double(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\\0';
}
""",
    "greater": """TYPE greater(TYPE a, TYPE b) {
    return a > b ? a : b;
}
""",
    "lesser": """TYPE lesser(TYPE a, TYPE b) {
    return a < b ? a : b;
}
""",
}

_HEADERS = {
    "stdbool.h": ("bool", "true", "false"),
    "stdio.h": ("printf", "fgets", "scanf", "FILE"),
    "ctype.h": ("toupper", "tolower", "isspace", "isdigit", "isalpha"),
    "stdlib.h": ("exit", "strtol", "strtod", "labs", "calloc", "malloc", "atol", "atof", "rand"),
    "string.h": (
        "strcmp",
        "strlen",
        "strcspn",
        "strstr",
        "strncmp",
        "strcat",
        "strdup",
        "strtok",
        "strncat",
        "strndup",
        "strcpy",
    ),
    "strings.h": ("strcasecmp",),
    "time.h": ("timespec",),
    "math.h": ("floor(", "ceil(", "round(", "trunc(", "sqrt(", "fabs("),
}  # fmt: skip  # fmt: skip


def included(text: str) -> str:
    """The lines that include the headers that a program needs."""
    lines = [
        f"#include <{header}>"
        for header, names in _HEADERS.items()
        if any(name in text for name in names)
    ]
    if "LENGTH" in text:
        lines += ["", f"#define LENGTH {LONGEST_LINE}"]
    return "\n".join(lines) + "\n"
