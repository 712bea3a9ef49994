use std::io;

fn main() {
    let mut text = String::new();
    io::stdin().read_line(&mut text).expect("no input");
    let length: u64 = text.trim().parse().expect("not a number");
    println!("{} m {} cm", length / 100, length - length / 100 * 100);
}
