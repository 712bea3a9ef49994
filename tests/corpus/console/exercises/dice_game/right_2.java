import java.util.Random;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Random random = new Random();
        int best = Integer.MIN_VALUE;
        do {
            int number = random.nextInt(216);
            int a = number % 6 + 1, b = number / 6 % 6 + 1, c = number / 36 + 1;
            System.out.printf("%d, %d, %d%n", a, b, c);
            System.out.println(a + b + c);
            int equal = (a == b ? 1 : 0) + (b == c ? 1 : 0) + (a == c ? 1 : 0);
            System.out.println(equal == 3 ? "triple" : equal == 1 ? "pair" : "nothing");
            best = Math.max(best, a + b + c);
        } while (in.next().equals("y"));
        System.out.println("Best: " + best);
    }
}
