use std::io;

fn main() {
    let mut guesses = 0;
    loop {
        let mut line = String::new();
        io::stdin().read_line(&mut line).unwrap();
        let guess: i32 = line.trim().parse().unwrap();
        guesses += 1;
        if guess == 37 {
            break;
        }
        println!("{}", if guess < 37 { "too low" } else { "too high" });
    }
    println!("You needed {} guesses.", guesses);
}
