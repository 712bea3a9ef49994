import java.util.Scanner;

public class Main {
    static boolean isPin(String text) {
        return text.matches("[1-9][0-9]{3}");
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String pin = in.nextLine();
        if (!isPin(pin)) {
            return;
        }
        String again = in.nextLine();
        if (!isPin(again)) {
            return;
        }
        System.out.println(pin.equals(again) ? "set" : "different");
    }
}
