import java.io.*; import java.util.*; import java.util.concurrent.*;
class Main { public static void main(String[] words) throws Exception { Scanner in = new Scanner(System.in); System.out.print("a? "); int a = in.nextInt(); System.out.print("b? "); System.out.println("sum " + (a + in.nextInt())); } }
