import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int balance = 100;
        int command = in.nextInt();
        while (command != 0) {
            int amount = in.nextInt();
            if (command == 2 && amount > balance) {
                System.out.println("not enough");
            } else {
                balance += command == 1 ? amount : -amount;
                System.out.println(balance);
            }
            command = in.nextInt();
        }
    }
}
