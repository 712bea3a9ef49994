const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
    if (line === "quit") {
        console.log("bye");
        lines.close();
    } else {
        console.log(line.toUpperCase());
    }
});
