import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int wrong = 0;
        for (int round = 0; round < 3; round++) {
            int a = 1 + (int) (Math.random() * 20), b = 1 + (int) (Math.random() * 20);
            System.out.println(a + " + " + b + " = ?");
            if (in.nextInt() == a + b) {
                System.out.println("right");
            } else {
                System.out.println("wrong: " + (a + b));
                wrong++;
            }
        }
        System.out.println(3 - wrong);
        if (wrong == 0) System.out.println("perfect");
    }
}
