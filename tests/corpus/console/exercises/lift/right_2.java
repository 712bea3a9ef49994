import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int floor = 0, way = 0;
        String command = in.next();
        while (!command.equals("quit")) {
            int next = command.equals("up") ? floor + 1 : floor - 1;
            if (next < 0 || next > 5) {
                System.out.println("not possible");
            } else {
                floor = next;
                way++;
                System.out.println(floor);
            }
            command = in.next();
        }
        System.out.println(way);
    }
}
