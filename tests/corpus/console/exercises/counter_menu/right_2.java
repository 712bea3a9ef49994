import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int counter = 0;
        String command = in.nextLine();
        while (!command.equals("quit")) {
            switch (command) {
                case "up": counter++; break;
                case "down": counter = Math.max(0, counter - 1); break;
                case "show": System.out.println(counter); break;
                case "reset": counter = 0; break;
            }
            command = in.nextLine();
        }
        System.out.println("goodbye");
    }
}
