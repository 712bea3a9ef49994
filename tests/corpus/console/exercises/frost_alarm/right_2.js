const ask = require("readline").createInterface({ input: process.stdin });
let count = 0, sum = 0, frost = 0, row = "";
const prompt = () => process.stdout.write(`Value ${count + 1}: `);
prompt();
ask.on("line", (line) => {
  if (!/^\s*[+-]?\d+\s*$/.test(line) || +line < -40 || +line > 50) {
    console.log("no temperature");
    return prompt();
  }
  if (+line === 50) {
    const mean = Math.round((Math.abs(sum) / count) * 10) / 10;
    console.log(`mean ${count ? (sum < 0 && mean ? "-" : "") + mean.toFixed(1) : "-"}`);
    console.log(frost);
    return ask.close();
  }
  count++;
  sum += +line;
  frost += +line < 0;
  row += +line < 0 ? "-" : "+";
  if (row.endsWith("---")) {
    console.log("alarm");
    return ask.close();
  }
  prompt();
});
