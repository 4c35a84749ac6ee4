// Keeps the cache of gympress from one build to the next.
const FOLDER = ".gympress/cache";

module.exports = {
  onPreBuild: ({ utils }) => utils.cache.restore(FOLDER),
  onPostBuild: ({ utils }) => utils.cache.save(FOLDER),
};
