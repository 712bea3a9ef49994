import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int attempts = 0;
        boolean right = false;
        while (!right && attempts < 3) {
            attempts++;
            right = in.nextLine().equals("56");
            System.out.println(right ? "That is right! You needed " + attempts : "That is wrong.");
        }
        if (!right) System.out.println("The answer is 56");
    }
}
