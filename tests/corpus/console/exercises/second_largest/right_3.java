import java.util.Arrays;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] numbers = new int[5];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.nextInt();
        }
        Arrays.sort(numbers);
        System.out.println(numbers[3]);
    }
}
