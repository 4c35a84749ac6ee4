import { day, posts } from "../posts";

const entry = (post: (typeof posts)[number]) =>
  `<entry><title>${post.data.title}</title><id>https://example.org/blog/${post.id}/</id>` +
  `<updated>${day(post.data.date)}T00:00:00Z</updated><summary>${post.data.description}</summary></entry>`;

export const GET = () =>
  new Response(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Jasho House</title>${posts.map(entry).join("\n")}</feed>`,
  );
