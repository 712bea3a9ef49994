import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        int product = 0;
        for (int i = 1; i <= 5; i++) {
            product += n;
            System.out.printf("%d x %d = %d%n", n, i, product);
        }
    }
}
