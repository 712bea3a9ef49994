{
  const rows = [...document.getElementById("grades").tBodies[0].rows];
  const search = document.getElementById("search");
  const outcome = document.getElementById("outcome");
  const shown = document.getElementById("shown");
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    rows.forEach((row, number) => {
      const fits = (!outcome.value || row.dataset.outcome === outcome.value)
        && words.every((word) => texts[number].includes(word));
      row.hidden = !fits;
      count += fits;
    });
    const text = shown.dataset.text.replace("{count}", count).replace("{all}", rows.length);
    shown.textContent = count === rows.length ? "" : text;
  };
  search.addEventListener("input", filter);
  outcome.addEventListener("change", filter);
}
