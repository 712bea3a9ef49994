import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int age = -1;
        while (age < 0 || age > 130) {
            System.out.print("How old are you? ");
            try {
                age = Integer.parseInt(in.nextLine());
            } catch (NumberFormatException e) {
                System.out.println("Please type a number.");
            }
        }
        if (age < 14) {
            System.out.println("You are a child.");
        } else if (age < 18) {
            System.out.println("You are a teenager.");
        } else {
            System.out.println("You are an adult.");
        }
    }
}
