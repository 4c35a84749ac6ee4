// The icons that islands show: those of templates/partials/icons.html, which a test compares. A grid of 24 x 24, one stroke.

const shapes = {
  arrow: "M4 12h16m-6-6 6 6-6 6",
  "chart-bar": "M6 20v-7m6 7V4m6 16v-10",
  close: "m5 5 14 14M19 5 5 19",
  email: "M3 6h18v12H3zm0 1 9 7 9-7",
  menu: "M4 7h16M4 12h16M10 17h10",
  phone: "M5 3h4l1.5 5L8 9.5a13 13 0 0 0 6.5 6.5l1.5-2.5 5 1.5v4a2 2 0 0 1-2 2C10.5 21 3 13.5 3 5a2 2 0 0 1 2-2z",
  pin: "M12 21c-4.5-5-7-8-7-11a7 7 0 0 1 14 0c0 3-2.5 6-7 11zm2.5-11a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0",
  plus: "M12 5v14M5 12h14",
  search: "m15.5 15.5 5 5M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 1 1 13 0",
  user: "M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7M16 8a4 4 0 1 1-8 0 4 4 0 1 1 8 0",
  facebook: "M14 21v-8h3l.5-3.5H14V7.5C14 6.4 14.5 6 15.5 6h2V3h-3C11.8 3 10.5 4.7 10.5 7v2.5H8V13h2.5v8",
  instagram:
    "M8 4h8q4 0 4 4v8q0 4-4 4H8q-4 0-4-4V8q0-4 4-4zm7.6 8a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 1 1 7.2 0M16.8 7.2v.01",
  tiktok: "M13 4v11a3.5 3.5 0 1 1-3.5-3.5M13 4c.3 3 2.2 4.8 5 5",
  twitter: "m4 4 6.7 8.8L4.3 20H6.5l5.2-5.8L16 20h4.5l-7-9.3L19.3 4H17l-4.5 5.1L8.7 4z",
  whatsapp: "m4 20 2-4m3-8c0 4 3 7 7 7m4-3a8 8 0 1 1-16 0 8 8 0 1 1 16 0",
  youtube: "M6 6h12q3 0 3 3v6q0 3-3 3H6q-3 0-3-3V9q0-3 3-3zm4.5 3.5 4.5 2.5-4.5 2.5z",
};

/** An icon; a circle for what has none. */
export function Icon({ name, className = "icon" }: { name: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name as keyof typeof shapes]} />
    </svg>
  );
}
