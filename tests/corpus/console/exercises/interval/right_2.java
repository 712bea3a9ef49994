import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner s = new Scanner(System.in);
        int low = s.nextInt(), high = s.nextInt(), x = s.nextInt();
        String answer = "inside";
        if (x < low) answer = "below";
        if (x > high) answer = "above";
        System.out.println(answer);
    }
}
