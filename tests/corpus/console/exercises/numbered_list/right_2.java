import java.util.LinkedHashSet;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        LinkedHashSet<String> things = new LinkedHashSet<>();
        String line = in.nextLine();
        while (!line.isEmpty()) {
            things.add(line);
            line = in.nextLine();
        }
        if (things.isEmpty()) System.out.println("nothing");
        int number = 0;
        for (String thing : things) {
            number++;
            System.out.println(number + ". " + thing);
        }
    }
}
