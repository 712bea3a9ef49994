const readline = require("readline");
const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });

function ask() {
  terminal.question("Continue? ", (answer) => {
    if (answer === "yes") {
      console.log("going on");
      terminal.close();
    } else if (answer === "no") {
      console.log("stopping");
      terminal.close();
    } else {
      ask();
    }
  });
}

ask();
