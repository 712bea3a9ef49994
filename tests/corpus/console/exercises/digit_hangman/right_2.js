const lines = require("readline").createInterface({ input: process.stdin });
const open = new Set(["3", "1", "4"]);
let misses = 0;
lines.on("line", (digit) => {
    if (open.delete(digit)) {
        console.log("hit!");
    } else {
        misses++;
        console.log("miss...");
    }
    if (open.size === 0) {
        console.log("You won.");
        lines.close();
    } else if (misses === 5) {
        console.log("You lost.");
        lines.close();
    }
});
