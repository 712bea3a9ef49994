import java.util.Arrays;
import java.util.Scanner;
import java.util.stream.IntStream;

public class Main {
    public static void main(String[] args) {
        int[] values = Arrays.stream(new Scanner(System.in).nextLine().trim().split("\\s+"))
            .mapToInt(Integer::parseInt).toArray();
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        int below = 0;
        while (below < sorted.length && sorted[below] < 0) below++;
        System.out.println(below);
        System.out.println(sorted[0] + " to " + sorted[sorted.length - 1]);
        boolean mixed = IntStream.range(1, values.length).allMatch(i -> (values[i] ^ values[i - 1]) < 0);
        System.out.println(mixed && values.length >= 2 ? "mixed" : "plain");
    }
}
