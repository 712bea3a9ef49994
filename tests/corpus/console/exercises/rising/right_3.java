import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int previous = in.nextInt();
        int current = in.nextInt();
        int count = 1;
        while (current > previous) {
            count++;
            previous = current;
            current = in.nextInt();
        }
        System.out.println(count);
    }
}
