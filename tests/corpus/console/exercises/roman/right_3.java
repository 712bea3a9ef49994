import java.util.Scanner;

public class Main {
    static final int[] VALUES = {90, 50, 40, 10, 9, 5, 4, 1};
    static final String[] LETTERS = {"XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = 0;
        while (n == 0) {
            System.out.print("Number: ");
            String text = in.nextLine().trim();
            if (text.matches("0*[1-9][0-9]?")) {
                n = Integer.parseInt(text);
            } else {
                System.out.println("Please type a number from 1 to 99.");
            }
        }
        StringBuilder roman = new StringBuilder();
        for (int i = 0; i < VALUES.length; i++) {
            while (n >= VALUES[i]) {
                roman.append(LETTERS[i]);
                n -= VALUES[i];
            }
        }
        System.out.println(roman);
    }
}
