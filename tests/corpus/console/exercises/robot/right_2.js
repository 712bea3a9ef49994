const readline = require("readline");
const lines = readline.createInterface({ input: process.stdin });
const seen = [];
const value = { left: -1, right: 1 };
lines.on("line", (word) => {
  seen.push(word.trim());
  if (seen.at(-1) === "where") {
    const after = seen.slice(seen.lastIndexOf("forget") + 1);
    console.log(`Position: ${after.reduce((sum, each) => sum + (value[each] ?? 0), 0)}`);
  } else if (seen.at(-1) === "quit") {
    const count = seen.filter((each) => each in value).length;
    console.log(`${count} step${count === 1 ? "" : "s"}`);
    lines.close();
  }
});
