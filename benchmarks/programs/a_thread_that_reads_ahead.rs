use std::io::*; use std::sync::mpsc::*;
fn main() { let (s, r) = channel(); std::thread::spawn(move || for l in stdin().lines() { let _ = s.send(l.unwrap()); });
println!("a?"); let a: i32 = r.recv().unwrap().parse().unwrap(); println!("b?");
let b: i32 = r.recv().unwrap().parse().unwrap(); println!("sum {}", a + b); }
