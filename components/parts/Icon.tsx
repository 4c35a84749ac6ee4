import {
  arrow,
  "chart-bar" as chartBar,
  close,
  email,
  facebook,
  instagram,
  menu,
  phone,
  pin,
  plus,
  search,
  tiktok,
  twitter,
  user,
  whatsapp,
  youtube,
} from "../icons.json";

/** Those of the theme that islands show: all of them would be too much for each page. */
const shapes: Partial<Record<string, string>> = {
  arrow,
  "chart-bar": chartBar,
  close,
  email,
  facebook,
  instagram,
  menu,
  phone,
  pin,
  plus,
  search,
  tiktok,
  twitter,
  user,
  whatsapp,
  youtube,
};

/** An icon; an empty drawing for what has none. */
export function Icon({ name, className = "icon" }: { name: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
