import java.util.Scanner;

public class Main {
    static int price(int age, boolean weekend) {
        if (age < 6) {
            return 0;
        }
        int price = age <= 17 || age >= 65 ? 5 : 8;
        return weekend ? price + 2 : price;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int age = in.nextInt();
        boolean weekend = in.next().equals("yes");
        System.out.println("Price: " + price(age, weekend));
    }
}
