// The same blog for Eleventy: pages of ten posts, categories, tags, a feed, a sitemap.

const size = 10;

const newestFirst = (posts) => [...posts].sort((a, b) => b.date - a.date);

/** The pages of a list of posts below `path`. */
function pages(title, path, posts) {
  const count = Math.max(1, Math.ceil(posts.length / size));
  return Array.from({ length: count }, (_, index) => ({
    title,
    path: index ? `${path}page-${index + 1}/` : path,
    posts: posts.slice(index * size, (index + 1) * size),
    number: index + 1,
    count,
    newer: index === 0 ? "" : index === 1 ? path : `${path}page-${index}/`,
    older: index + 1 < count ? `${path}page-${index + 2}/` : "",
  }));
}

/** Each value of `key` with its posts, those with the most first. */
function terms(posts, key) {
  const found = new Map();
  for (const post of posts) {
    for (const term of [post.data[key]].flat()) found.set(term, [...(found.get(term) ?? []), post]);
  }
  return [...found].map(([name, posts]) => ({ name, posts })).sort((a, b) => b.posts.length - a.posts.length);
}

export default function (eleventy) {
  const posts = (api) => newestFirst(api.getFilteredByGlob("posts/*.md"));
  eleventy.addCollection("newest", posts);
  eleventy.addCollection("recent", (api) => posts(api).slice(0, 5));
  const bare = (all) => all.map(({ name, posts }) => ({ name, count: posts.length }));
  eleventy.addCollection("categories", (api) => bare(terms(posts(api), "category")));
  eleventy.addCollection("popular", (api) => bare(terms(posts(api), "topics")).slice(0, 8));
  eleventy.addCollection("lists", (api) => {
    const all = posts(api);
    const of = (key, folder) => terms(all, key).flatMap(({ name, posts }) => pages(name, `/${folder}/${name}/`, posts));
    return [...pages("Blog", "/blog/", all), ...of("category", "category"), ...of("topics", "tag")];
  });
  eleventy.addFilter("day", (date) => date.toISOString().slice(0, 10));
  return { dir: { input: ".", output: "_site" } };
}
