import { useRef, useState } from "react";
import type { ClassesSection } from "./types";

type ClassGridToggleProps = Pick<ClassesSection, "show_more" | "show_less">;

/** Shows all classes of the grid around it, or the first few: which ones, styles decide by `data-view`. */
export default function ClassGridToggle({ show_more, show_less }: ClassGridToggleProps) {
  const [long, setLong] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function toggle() {
    const grid = button.current?.closest<HTMLElement>(".class-grid");
    if (grid) grid.dataset.view = long ? "short" : "long";
    setLong(!long);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // In the frame after the one in which the browser keeps its place in a page that has grown or shrunk: that
    // would end a scroll which had begun.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => scrollTo({ top: 0, behavior: still ? "instant" : "smooth" }));
    });
  }

  return (
    <p className="class-grid__toggle">
      <button className="button button--quiet" type="button" aria-expanded={long} onClick={toggle} ref={button}>
        {long ? show_less : show_more}
      </button>
    </p>
  );
}
