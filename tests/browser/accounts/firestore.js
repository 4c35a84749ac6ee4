// Stands in for Cloud Firestore where there is no emulator of it: enough for one document of each visitor.

/** Answers the calls that the official library makes, from memory. */
export function firestore() {
  const documents = new Map();
  const time = () => new Date().toISOString();

  return (path, body) => {
    if (path.endsWith("documents:batchGet")) {
      const found = body.documents.map((name) => {
        const document = documents.get(name);
        return document ? { found: { name, ...document }, readTime: time() } : { missing: name, readTime: time() };
      });
      return [200, found];
    }
    const [{ update, currentDocument }] = body.writes;
    if (currentDocument?.exists === false && documents.has(update.name)) {
      return [409, { error: { code: 409, message: "Document already exists", status: "ALREADY_EXISTS" } }];
    }
    documents.set(update.name, { fields: update.fields, createTime: time(), updateTime: time() });
    return [200, { writeResults: [{ updateTime: time() }], commitTime: time() }];
  };
}
