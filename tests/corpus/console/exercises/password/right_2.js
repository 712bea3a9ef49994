const lines = require("readline").createInterface({ input: process.stdin });
let attempts = 0;
lines.on("line", (line) => {
    attempts++;
    if (line === "sesame") {
        console.log("welcome");
        lines.close();
        return;
    }
    console.log("wrong");
    if (attempts === 3) {
        console.log("locked");
        lines.close();
    }
});
