const lines = require("readline").createInterface({ input: process.stdin });
lines.once("line", (line) => {
    const names = { "-1": "negative", "0": "zero", "1": "positive" };
    console.log(names[Math.sign(Number(line))]);
    lines.close();
});
