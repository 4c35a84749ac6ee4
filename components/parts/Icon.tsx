// The icons that islands show, drawn as in templates/partials/icons.html: a grid of 24 x 24, one stroke.

const shapes = {
  arrow: "M4 12h16m-6-6 6 6-6 6",
  "chart-bar": "M6 20v-7m6 7V4m6 16v-10",
  close: "m5 5 14 14M19 5 5 19",
  email: "M3 6h18v12H3zm0 1 9 7 9-7",
  menu: "M4 7h16M4 12h16M10 17h10",
  phone: "M5 3h4l1.5 5L8 9.5a13 13 0 0 0 6.5 6.5l1.5-2.5 5 1.5v4a2 2 0 0 1-2 2C10.5 21 3 13.5 3 5a2 2 0 0 1 2-2z",
  pin: "M12 21c-4.5-5-7-8-7-11a7 7 0 0 1 14 0c0 3-2.5 6-7 11z",
  plus: "M12 5v14M5 12h14",
  search: "m15.5 15.5 5 5",
  user: "M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
  facebook: "M14 21v-8h3l.5-3.5H14V7.5C14 6.4 14.5 6 15.5 6h2V3h-3C11.8 3 10.5 4.7 10.5 7v2.5H8V13h2.5v8",
  instagram: "M16.8 7.2v.01",
  twitter: "m4 4 6.7 8.8L4.3 20H6.5l5.2-5.8L16 20h4.5l-7-9.3L19.3 4H17l-4.5 5.1L8.7 4z",
  youtube: "m10.5 9.5 4.5 2.5-4.5 2.5z",
};

/** Centre and radius of the circle that some icons have beside their path. */
const circles: Partial<Record<string, [number, number, number]>> = {
  instagram: [12, 12, 3.6],
  pin: [12, 10, 2.5],
  search: [10.5, 10.5, 6.5],
  user: [12, 8, 4],
};

/** Left, top, width, height and radius of the rectangle around others. */
const frames: Partial<Record<string, [number, number, number, number, number]>> = {
  instagram: [4, 4, 16, 16, 4.5],
  youtube: [3, 6, 18, 12, 3.5],
};

export function Icon({ name, className = "icon" }: { name: string; className?: string }) {
  const path = shapes[name as keyof typeof shapes];
  const circle = circles[name] ?? (path ? undefined : [12, 12, 4]);
  const frame = frames[name];
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {frame && <rect x={frame[0]} y={frame[1]} width={frame[2]} height={frame[3]} rx={frame[4]} />}
      {circle && <circle cx={circle[0]} cy={circle[1]} r={circle[2]} />}
      {path && <path d={path} />}
    </svg>
  );
}
