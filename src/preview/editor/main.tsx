/** The editor: starts the app in its page. */

import { createRoot } from "react-dom/client";

createRoot(document.body).render(<h1>Hello</h1>);
