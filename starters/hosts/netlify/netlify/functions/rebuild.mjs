// Builds the site in the nights in which something on it changes by the date: a post appears, a closure passes. Each
// publication costs credits, so in all other nights there is none; the site itself says in /due.txt when the next change is.
// The address of a build hook (Site configuration, Build & deploy, Build hooks) has to be in the environment variable
// BUILD_HOOK.
export default async () => {
  const due = await fetch(`${process.env.URL}/due.txt`);
  // A site that doesn't say it was built by another program, or isn't there.
  if (due.ok && !(new Date((await due.text()).trim()) <= new Date())) return;
  const response = await fetch(process.env.BUILD_HOOK, { method: "POST" });
  if (!response.ok) throw new Error(`the build hook answered ${response.status}`);
};

// In UTC: soon after midnight in %time_zone%, in summer and in winter. With another time_zone in content/site.toml, another hour
// belongs here.
export const config = { schedule: "%night%" };
