// Builds the site every night, as posts appear and closures pass by the date. The address of a build hook (Site
// configuration, Build & deploy, Build hooks) has to be in the environment variable BUILD_HOOK.
export default async () => {
  const response = await fetch(process.env.BUILD_HOOK, { method: "POST" });
  if (!response.ok) throw new Error(`the build hook answered ${response.status}`);
};

// In UTC: soon after midnight where the gym is.
export const config = { schedule: "15 22 * * *" };
