// A page at an old address leads on, with what stands behind ? and # in this one, so that a printed code still says where it
// was read. What the new address has itself stays.

for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-forward]")) {
  const to = new URL(link.href);
  const own = new Set(to.searchParams.keys());
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!own.has(name)) to.searchParams.append(name, value);
  }
  to.hash ||= location.hash;
  location.replace(to);
}

export {};
