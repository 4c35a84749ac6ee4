import { useRef, useState } from "react";

interface ToggleProps {
  show_more: string;
  show_less: string;
}

/** Shows all classes of the grid around it, or the first few: which ones, styles decide by `data-view`. */
export default function Toggle({ show_more, show_less }: ToggleProps) {
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
