/* The operations of account.fmsl for `refute tests`: a request on each line of standard input, an
   answer on each line of standard output. Withdraw forgets the limit of the account. */

#include <stdio.h>
#include <string.h>

/* The number behind a name; 0 where it is missing or null. */
static int number(const char *line, const char *name, long *value)
{
    const char *found = strstr(line, name);
    return found != NULL && sscanf(found + strlen(name), " %ld", value) == 1;
}

int main(void)
{
    char line[10000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        long balance, limit, amount;
        int deposits = strstr(line, "\"Deposit\"") != NULL;
        if (!number(line, "\"balance\":", &balance) || !number(line, "\"limit\":", &limit)
            || !number(line, "\"amount\":", &amount) || amount <= 0 || limit < 0
            || (!deposits && amount > balance)) {
            puts("{\"refused\": \"no\"}");
        } else {
            balance += deposits ? amount : -amount;
            printf("{\"outputs\": {\"a'\": {\"balance\": %ld, \"limit\": %ld}}}\n", balance, limit);
        }
        fflush(stdout);
    }
    return 0;
}
