const words = new Intl.Collator(undefined, { numeric: true });
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim();
  };
  headers.forEach((header, column) => header.addEventListener("click", () => {
    const down = header.getAttribute("aria-sort") === "ascending";
    headers.forEach((each) => each.removeAttribute("aria-sort"));
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const keyed = [...body.rows].map((row) => [value(row, column), row]).sort(([a], [b]) => {
      const order = typeof a === "number" ? a - b : words.compare(a, b);
      return down ? -order : order;
    });
    body.replaceChildren(...keyed.map(([, row]) => row));
  }));
}
