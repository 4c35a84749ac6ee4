/** The element of a heading of this level, which templates give as `section.level`. */
export const heading = (level: number) => `h${Math.min(level, 6)}` as "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
