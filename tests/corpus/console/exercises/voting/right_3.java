import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int majority = 0;
        String vote = in.next();
        while (!vote.equals("end")) {
            majority += vote.equals("yes") ? 1 : -1;
            vote = in.next();
        }
        System.out.println(majority > 0 ? "accepted" : "rejected");
    }
}
