import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("First name: ");
        String first = in.nextLine().trim().toLowerCase();
        if (first.length() == 0) {
            System.out.println("no name");
            return;
        }
        System.out.print("Last name: ");
        String last = in.nextLine().trim().toLowerCase();
        if (last.equals("")) {
            System.out.println("no name");
        } else {
            System.out.println(first.charAt(0) + last.substring(0, Math.min(7, last.length())));
        }
    }
}
