import java.math.BigDecimal;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        BigDecimal total = new BigDecimal("0.00");
        boolean bought = false;
        System.out.print("Price: ");
        String word = in.nextLine();
        while (!word.equals("pay")) {
            total = total.add(new BigDecimal(word));
            bought = true;
            System.out.print("Price: ");
            word = in.nextLine();
        }
        System.out.printf("%.2f%n", total);
        if (!bought) {
            return;
        }
        System.out.print("Given: ");
        BigDecimal money = new BigDecimal(in.nextLine());
        while (money.compareTo(total) < 0) {
            System.out.println("not enough");
            System.out.print("Given: ");
            money = new BigDecimal(in.nextLine());
        }
        if (money.compareTo(total) == 0) {
            System.out.println("no change");
        } else {
            System.out.printf("%.2f%n", money.subtract(total));
        }
    }
}
