/** Brings one tree of nodes to what another one is, and leaves all nodes in place that are in both. */

/** True for attributes that somebody who looks at the page changed: what is opened stays open. */
const isOfVisitor = (name: string) => name === "open";

export function morphAttributes(old: Element, next: Element) {
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !isOfVisitor(name)) old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!next.hasAttribute(name) && !isOfVisitor(name)) old.removeAttribute(name);
  }
}

/** True if a node can become another one. */
const isLike = (old: Node, next: Node): boolean =>
  old.nodeName === next.nodeName && (old as Element).id === (next as Element).id;

/** How far a node is looked for that has moved: in a table of thousands of rows, all would be compared with all. */
const NEAR = 50;

export function morph(old: Node, next: Node) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  morphAttributes(old as Element, next as Element);
  const [before, after] = [[...old.childNodes], [...next.childNodes]];
  // What is the same at the beginning and at the end stays; in between is what was put in, taken out or moved.
  while (before[0] && after[0]?.isEqualNode(before[0])) {
    before.shift();
    after.shift();
  }
  let end: Node | null = null;
  for (let last = before.at(-1); last && after.at(-1)?.isEqualNode(last); last = before.at(-1)) {
    end = last;
    before.pop();
    after.pop();
  }
  for (const child of after) {
    // A node that is the same elsewhere is moved, and one like it is changed.
    const near = before.slice(0, NEAR);
    const same = near.findIndex((node) => node.isEqualNode(child));
    const at = same < 0 ? near.findIndex((node) => isLike(node, child)) : same;
    const [found] = at < 0 ? [] : before.splice(at, 1);
    if (!found) {
      old.insertBefore(old.ownerDocument?.importNode(child, true) ?? child, before[0] ?? end);
      continue;
    }
    const place: Node | null = at === 0 ? found : (before[0] ?? end);
    if (place !== found) old.insertBefore(found, place);
    morph(found, child);
  }
  for (const node of before) old.removeChild(node);
}
