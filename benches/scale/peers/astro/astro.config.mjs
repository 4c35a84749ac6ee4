import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({ site: "https://example.org", integrations: [react()], devToolbar: { enabled: false }, cacheDir: "./.cache" });
