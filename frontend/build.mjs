// Bundles the page into src/hyperbaton/report/assets; with --check, compares with what is shipped there.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../src/hyperbaton/report/assets");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function bundle(entry) {
  const made = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
  });
  return Buffer.from(made.outputFiles[0].contents);
}

/** The digest of everything the bundle is made from: each path and its bytes, ended by NUL, in order of paths. */
function sourceDigest() {
  const sources = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(here.length + 1)
        .replaceAll("\\", "/"),
    );
  const hash = createHash("sha256");
  for (const path of [...sources, "package.json", "package-lock.json"].sort()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(here, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

const script = await bundle("src/page.ts");
const style = await bundle("src/style/page.css");
for (const forbidden of ["</script", "<!--", "</style"]) {
  if (script.includes(forbidden) || style.includes(forbidden)) {
    throw new Error(`the bundle contains ${forbidden}, which would end its element`);
  }
}
const record = { sources: sourceDigest(), "page.js": sha256(script), "page.css": sha256(style) };
const files = {
  "page.js": script,
  "page.css": style,
  "build.json": Buffer.from(`${JSON.stringify(record, null, 2)}\n`),
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files).filter(([name, made]) => {
    try {
      return !readFileSync(join(assets, name)).equals(made);
    } catch {
      return true;
    }
  });
  if (stale.length > 0) {
    console.error(`not as built: ${stale.map(([name]) => name).join(", ")}; run npm run build`);
    process.exit(1);
  }
  console.log("the shipped page is what its sources build");
} else {
  mkdirSync(assets, { recursive: true });
  for (const [name, made] of Object.entries(files)) {
    writeFileSync(join(assets, name), made);
    console.log(`${name} ${made.length}`);
  }
}
