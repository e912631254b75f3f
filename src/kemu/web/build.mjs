// Bundles the client into dist/: one script, one style sheet, the fonts, the page. Names carry a hash, so a browser may
// keep them for ever; index.html alone is fetched anew.
// Beside each file lies what it is when it is compressed: the server sends that to whoever takes it.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "dist");
const watch = process.argv.includes("--watch");

const writePage = {
  name: "write-page",
  setup(build) {
    build.onEnd(async ({ metafile, errors }) => {
      if (errors.length) return;
      const made = Object.keys(metafile.outputs).map((file) => path.relative(dist, path.resolve(here, file)));
      const named = (ending) => made.find((file) => file.endsWith(ending) && path.basename(file).startsWith("main-"));
      const font = made.find((file) => /Regular.*\.ttf$/.test(file));
      const page = (await readFile(path.join(here, "index.html"), "utf8"))
        .replace("%SCRIPT%", `/${named(".js")}`)
        .replace("%STYLE%", `/${named(".css")}`)
        .replace("%FONT%", `/${font}`);
      await cp(path.join(here, "public"), dist, { recursive: true });
      await writeFile(path.join(dist, "index.html"), page);
    });
  },
};

const settings = {
  absWorkingDir: here,
  entryPoints: { main: "src/main.ts" },
  outdir: "dist/assets",
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: !watch,
  sourcemap: watch ? "linked" : false,
  metafile: true,
  legalComments: "eof",
  loader: { ".ttf": "file" },
  logLevel: "warning",
  plugins: [writePage],
};

async function compress() {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const plain = await readFile(file);
    await writeFile(`${file}.gz`, gzipSync(plain, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(plain));
  }
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
if (watch) {
  await (await esbuild.context(settings)).watch();
} else {
  await esbuild.build(settings);
  await compress();
}
