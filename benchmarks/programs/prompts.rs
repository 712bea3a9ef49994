use std::io::*; fn ask(t: &str) -> i32 { print!("{t}"); stdout().flush().unwrap(); let mut s = String::new(); stdin().read_line(&mut s).unwrap(); s.trim().parse().unwrap() }
fn main() { let a = ask("a? "); println!("sum {}", a + ask("b? ")); }
