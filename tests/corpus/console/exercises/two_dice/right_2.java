import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] points = new int[3];
        for (int round = 0; round < 5; round++) {
            int a = in.nextInt(), b = in.nextInt();
            points[a == b ? 2 : a > b ? 0 : 1]++;
        }
        System.out.println(points[0] + ":" + points[1]);
        int difference = Integer.compare(points[0], points[1]);
        System.out.println(difference == 0 ? "draw" : difference > 0 ? "first" : "second");
    }
}
