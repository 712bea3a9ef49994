const lines = require("readline").createInterface({ input: process.stdin });
const numbers = [];
lines.on("line", (line) => {
  numbers.push(Number(line));
  if (numbers.length > 1 && numbers.at(-1) === numbers.at(-2)) {
    console.log(numbers.length);
    lines.close();
  }
});
