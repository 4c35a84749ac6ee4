#!/usr/bin/env node
// `npm create gympress my-gym` is `gympress init my-gym`.
process.argv.splice(2, 0, "init");
process.on("exit", (status) => {
  if (status === 0) console.log("  Where gympress isn't installed, write npx in front: npx gympress serve --edit");
});
await import("gympress/bin/gympress.js");
