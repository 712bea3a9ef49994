"""Names that mean something else in C or Java, and the names of functions to use instead."""

from __future__ import annotations

from collections.abc import Container

_C = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while bool true false asm typeof
abort abs atexit atof atoi atol bsearch calloc div exit free getenv labs ldiv malloc mblen qsort
rand random realloc select srand srandom strtod strtol strtoul system
bcmp bcopy bzero ffs index memchr memcmp memcpy memmove memset rindex strcat strchr strcmp strcoll
strcpy strcspn strdup strerror strlen strncat strncmp strncpy strpbrk strrchr strsep strspn strstr
strtok strxfrm
clearerr fclose feof ferror fflush fgetc fgets fopen fprintf fputc fputs fread freopen fscanf fseek
ftell fwrite getc getchar getline perror printf putc putchar puts remove rename rewind scanf setbuf
snprintf sprintf sscanf stderr stdin stdout tmpfile ungetc
are_near check failures main
"""
_JAVA = """
abstract assert boolean break byte case catch char class const continue default do double else enum
extends final finally float for goto if implements import instanceof int interface long native new
package private protected public return short static strictfp super switch synchronized this throw
throws transient try void volatile while true false null
List Test
"""
C = frozenset(_C.split())
"""Keywords of C, names that its headers declare, and names of the test program."""

JAVA = frozenset(_JAVA.split())
"""Keywords of Java, and the classes that a test class imports."""


def free(name: str, *taken: Container[str]) -> str:
    """The name, with underscores appended while it is taken."""
    while any(name in each for each in taken):
        name += "_"
    return name
