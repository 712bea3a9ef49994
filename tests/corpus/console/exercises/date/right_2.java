import java.util.Scanner;

public class Main {
    static boolean leap(int year) {
        if (year % 400 == 0) return true;
        if (year % 100 == 0) return false;
        return year % 4 == 0;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String[] parts = in.nextLine().split("\\.");
        int d = Integer.parseInt(parts[0]);
        int m = Integer.parseInt(parts[1]);
        int y = Integer.parseInt(parts[2]);
        int last;
        switch (m) {
            case 2: last = leap(y) ? 29 : 28; break;
            case 4: case 6: case 9: case 11: last = 30; break;
            case 1: case 3: case 5: case 7: case 8: case 10: case 12: last = 31; break;
            default: last = 0;
        }
        System.out.println(d >= 1 && d <= last ? "The date is valid." : "The date is invalid.");
    }
}
