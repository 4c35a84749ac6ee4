import { type CollectionEntry, getCollection } from "astro:content";

type Post = CollectionEntry<"posts">;

/** Every post, newest first. */
export const posts: Post[] = (await getCollection("posts")).sort((a, b) => +b.data.date - +a.data.date);

/** Each value that `of` gives with its posts, those with the most first. */
function terms(of: (post: Post) => string[]): [string, Post[]][] {
  const found = new Map<string, Post[]>();
  for (const post of posts) {
    for (const term of of(post)) {
      const known = found.get(term);
      if (known) known.push(post);
      else found.set(term, [post]);
    }
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

export const categories = terms((post) => [post.data.category]);
export const tags = terms((post) => post.data.topics);
export const day = (date: Date) => date.toISOString().slice(0, 10);
