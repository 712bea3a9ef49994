const lines = require("readline").createInterface({ input: process.stdin });
lines.once("line", (word) => {
    const found = word.match(/[aeiou]/g);
    console.log("Vowels: " + (found ? found.length : 0));
    lines.close();
});
