import { posts } from "../posts";

export const GET = () =>
  new Response(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
      `${posts.map((post) => `<url><loc>https://example.org/blog/${post.id}/</loc></url>`).join("\n")}</urlset>`,
  );
