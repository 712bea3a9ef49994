const readline = require("readline");
const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });

terminal.question("A number with three digits: ", (answer) => {
  console.log(Number([...answer].reverse().join("")));
  terminal.close();
});
