/** The editor: starts the app in its page. */

import { createRoot } from "react-dom/client";
import { Shell } from "./Shell";
import { start } from "./store";

const root = document.getElementById("editor");
if (root) createRoot(root).render(<Shell />);
start();
