const lines = require("readline").createInterface({ input: process.stdin });
let n = null;
const numbers = [];

function finish() {
  console.log("positive: " + numbers.filter((x) => x > 0).length);
  console.log("negative: " + numbers.filter((x) => x < 0).length);
  lines.close();
}

lines.on("line", (line) => {
  if (n === null) {
    n = Number(line);
  } else {
    numbers.push(Number(line));
  }
  if (numbers.length === n) {
    finish();
  }
});
