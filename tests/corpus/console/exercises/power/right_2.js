const readline = require("readline");
const numbers = [];
const console_ = readline.createInterface({ input: process.stdin });
console_.on("line", (line) => {
    numbers.push(Number(line));
    if (numbers.length === 2) {
        console.log(numbers[0] ** numbers[1] + 0);
        console_.close();
    }
});
