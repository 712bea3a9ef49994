import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<String> words = new ArrayList<>();
        String word = in.nextLine();
        while (!word.equals("end")) {
            words.add(word);
            word = in.nextLine();
        }
        if (words.isEmpty()) {
            System.out.println(0);
        } else {
            System.out.println(Collections.frequency(words, words.get(0)));
        }
    }
}
