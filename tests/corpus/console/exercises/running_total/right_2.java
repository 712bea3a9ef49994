import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        while (true) {
            int x = in.nextInt();
            if (x == 0) {
                return;
            }
            sum = sum + x;
            System.out.println(sum);
        }
    }
}
