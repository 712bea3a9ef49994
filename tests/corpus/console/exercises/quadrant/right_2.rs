use std::io::{self, BufRead};

fn main() {
    let stdin = io::stdin();
    let mut lines = stdin.lock().lines();
    let x: i64 = lines.next().unwrap().unwrap().trim().parse().unwrap();
    let y: i64 = lines.next().unwrap().unwrap().trim().parse().unwrap();
    let answer = match (x.signum(), y.signum()) {
        (1, 1) => "1",
        (-1, 1) => "2",
        (-1, -1) => "3",
        (1, -1) => "4",
        _ => "axis",
    };
    println!("{}", answer);
}
