import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int income = -1;
        do {
            System.out.print("Your income? ");
            try {
                income = Integer.parseInt(in.nextLine().trim());
            } catch (NumberFormatException e) {
                income = -1;
            }
        } while (income < 0 || income > 100000);
        int middle = Math.min(Math.max(income - 10000, 0), 20000);
        int upper = Math.max(income - 30000, 0);
        System.out.println("You pay " + (middle + 2 * upper) / 5 + " euros.");
    }
}
