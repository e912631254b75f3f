// Makes src/types.ts, the types of all that travels, from the server's own description of it.
//   node wire.mjs           writes the file        node wire.mjs --check    says whether it is current
// It asks `python`: that of the environment in which Kemu is installed comes first in PATH.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const here = path.dirname(fileURLToPath(import.meta.url));
const file = path.join(here, "src/types.ts");
const { digest, description } = JSON.parse(execFileSync("python", ["-m", "kemu.server.openapi"], { encoding: "utf8", maxBuffer: 1 << 26 }));
// The requests and their paths are in api.ts, where they are sent: what travels in them is all that is wanted here.
const { info, openapi, components } = description;
const ast = await openapiTS(JSON.stringify({ info, openapi, paths: {}, components: { schemas: components.schemas } }), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  alphabetize: true,
});
const made = `// Made by \`npm run wire\` from the server's OpenAPI description: change kemu/server/wire.py instead.\n// ${digest}\n\n${astToString(ast)}`;
if (process.argv.includes("--check")) {
  if (made !== (await readFile(file, "utf8"))) {
    console.error("src/types.ts is not what the server describes: run `npm run wire`.");
    process.exit(1);
  }
} else await writeFile(file, made);
