import java.util.Locale;
import java.util.Scanner;
import java.util.regex.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int left = Integer.parseInt(in.nextLine().trim());
        Pattern form = Pattern.compile("\\s*([a-dfA-DF])\\s+([1-9]|[12]\\d|30)\\s*");
        int points = 0, credits = 0;
        boolean failed = false;
        while (left > 0) {
            Matcher line = form.matcher(in.nextLine());
            if (!line.matches()) {
                System.out.println("again!");
                continue;
            }
            int worth = "FDCBA".indexOf(Character.toUpperCase(line.group(1).charAt(0)));
            failed |= worth == 0;
            points += worth * Integer.parseInt(line.group(2));
            credits += Integer.parseInt(line.group(2));
            left--;
        }
        System.out.println(credits == 0 ? "none" : String.format(Locale.ROOT, "%.2f", (double) points / credits));
        System.out.print(failed ? "failed\n" : "");
    }
}
