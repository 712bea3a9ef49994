use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let mut amount: u32 = line.trim().parse().unwrap();
    for coin in [50, 20, 10, 5, 1] {
        let mut count = 0;
        while amount >= coin {
            amount -= coin;
            count += 1;
        }
        println!("{}: {}", coin, count);
    }
}
