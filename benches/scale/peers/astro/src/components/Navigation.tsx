import { useState } from "react";

export default function Navigation({ links }: { links: string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <nav>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Menu
      </button>
      <ul hidden={!open}>
        {links.map((name) => (
          <li key={name}>
            <a href={`/${name.toLowerCase()}/`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
