const text = require("fs").readFileSync(0, "utf8");
const lines = text.split("\n");
if (lines.at(-1) === "") lines.pop();
const best = lines.reduce((one, other) => (other.length > one.length ? other : one), lines[0]);
if (lines.length === 0) console.log("no lines");
else console.log(`${lines.length} line${lines.length > 1 ? "s" : ""}\n${best} (${best.length})`);
