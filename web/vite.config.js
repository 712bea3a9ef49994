// Builds the page into the Python package, with a hash of its sources, which a test compares.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const OUT = "../src/refute/web/static";

/** All files that decide what is built, in the order that the test uses, too. */
function sources() {
  const inside = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return ["index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.js", ...inside].sort();
}

const recordSources = {
  name: "record-sources",
  closeBundle() {
    const hash = createHash("sha256");
    for (const path of sources()) hash.update(path + "\0").update(readFileSync(path)).update("\0");
    writeFileSync(`${OUT}/sources.txt`, hash.digest("hex") + "\n");
  },
};

export default defineConfig({
  base: "/",
  plugins: [recordSources],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 900,
    license: { fileName: "licences.md" },
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
