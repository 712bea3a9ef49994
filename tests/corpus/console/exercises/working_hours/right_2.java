import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String[] from = in.nextLine().split(":");
        String[] to = in.nextLine().split(":");
        int h = Integer.parseInt(to[0]) - Integer.parseInt(from[0]);
        int m = Integer.parseInt(to[1]) - Integer.parseInt(from[1]);
        if (m < 0) {
            m += 60;
            h--;
        }
        if (h < 0 || h == 0 && m == 0) h += 24;
        System.out.printf("%d:%02d%n", h, m);
        if (h > 8 || h == 8 && m > 0) System.out.println("overtime");
    }
}
