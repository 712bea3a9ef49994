import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int missing = 120;
        while (missing > 0) {
            String line = in.nextLine();
            switch (line) {
                case "cancel":
                    System.out.println(missing == 120 ? "bye" : "back: " + (120 - missing));
                    return;
                case "10": case "20": case "50": case "100":
                    missing -= Integer.parseInt(line);
                    if (missing > 0) System.out.println(missing);
                    break;
                default:
                    System.out.println("no such coin");
            }
        }
        System.out.println("drink");
        if (missing < 0) System.out.println(-missing);
    }
}
