import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int days = 0;
        while (in.hasNextInt()) {
            int t = in.nextInt();
            if (t == -999) break;
            days++;
            if (t < 0) System.out.println("frost!");
        }
        System.out.println(days + " days");
    }
}
