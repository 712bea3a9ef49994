import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        System.out.print("Your name: ");
        System.out.println("Hello, " + scanner.nextLine() + "!");
    }
}
