const given = process.argv.slice(2);
if (given.length !== 2 || !given.every((each) => /^[1-9]$/.test(each))) {
  console.log("usage: box WIDTH HEIGHT");
} else {
  const [width, height] = given.map(Number);
  const inside = (x, y) => x > 0 && y > 0 && x < width - 1 && y < height - 1;
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (inside(x, y) ? " " : "#")).join("")
  );
  console.log(rows.join("\n"));
}
