import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("Your three numbers: ");
        List<Integer> mine = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            mine.add(in.nextInt());
        }
        List<Integer> balls = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            balls.add(i);
        }
        Collections.shuffle(balls);
        List<Integer> drawn = balls.subList(0, 3);
        System.out.println(drawn.get(0) + " " + drawn.get(1) + " " + drawn.get(2));
        int hits = 0;
        for (int ball : drawn) {
            if (mine.contains(ball)) {
                hits++;
            }
        }
        System.out.println("hits: " + hits);
        if (hits == 3) {
            System.out.println("jackpot");
        } else if (hits == 0) {
            System.out.println("nothing");
        }
    }
}
