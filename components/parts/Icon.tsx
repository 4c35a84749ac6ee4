import shapes from "../icons.json";

interface IconProps {
  /** Its name in the theme's file of icons, which templates have, too. */
  name: string;
  className?: string;
}

/** An icon; an empty drawing for what has none. */
export function Icon({ name, className = "icon" }: IconProps) {
  return (
    <svg
      className={className}
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={(shapes as Partial<Record<string, string>>)[name]} />
    </svg>
  );
}
