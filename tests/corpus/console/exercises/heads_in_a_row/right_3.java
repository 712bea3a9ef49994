import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int row = 0;
        int throwsSoFar = 0;
        do {
            String coin = in.nextLine();
            throwsSoFar++;
            row = coin.equals("heads") ? row + 1 : 0;
        } while (row < 3);
        System.out.println(throwsSoFar);
    }
}
