const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
    const n = parseInt(line);
    let text = "";
    if (n % 3 === 0) text += "Fizz";
    if (n % 5 === 0) text += "Buzz";
    console.log(text || n);
    lines.close();
});
