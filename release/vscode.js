// Packages the extension as Visual Studio Code installs it: node release/vscode.js FILE
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { strToU8, zipSync } from "fflate";
import { bundled, render, root } from "./licences.js";

const folder = fileURLToPath(new URL("../editors/vscode", import.meta.url));
const read = (path) => readFileSync(join(folder, path));

/** The bytes of the package. */
export async function packed() {
  const manifest = JSON.parse(read("package.json"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, manifest.main)],
    bundle: true,
    metafile: true,
    minify: true,
    write: false,
    platform: "node",
    // Of the oldest editor that `engines` allows.
    target: "node20",
    external: ["vscode"],
    outfile: manifest.main,
  });
  const { languages, grammars } = manifest.contributes;
  const named = [...languages.map(({ configuration }) => configuration), ...grammars.map(({ path }) => path)];
  const inside = {
    "package.json": read("package.json"),
    "README.md": read("README.md"),
    "LICENSE.txt": strToU8(`${readFileSync(join(root, "LICENSE"), "utf8")}\n${render(bundled(metafile))}`),
    [manifest.main]: outputFiles[0].contents,
    ...Object.fromEntries(named.map((path) => [path, read(path)])),
  };
  return zipSync({
    "extension.vsixmanifest": strToU8(described(manifest)),
    "[Content_Types].xml": strToU8(TYPES),
    ...Object.fromEntries(Object.entries(inside).map(([path, bytes]) => [`extension/${path}`, bytes])),
  });
}

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json" />
  <Default Extension=".js" ContentType="application/javascript" />
  <Default Extension=".md" ContentType="text/markdown" />
  <Default Extension=".txt" ContentType="text/plain" />
  <Default Extension=".vsixmanifest" ContentType="text/xml" />
</Types>
`;

/** What a package says of itself, besides what is in `package.json`. */
function described({ name, displayName, description, version, publisher, categories, engines }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await packed());
}
