// The languages of a site, as a search engine, a feed reader and a calendar meet them: what each page says of its versions,
// and where every link leads. One site in two languages, and one in two directions.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { after, before, describe, test } from "node:test";
import ICAL from "ical.js";
import { isValid } from "../browser/support/judge.js";
import { build, html, lasting, pages, root } from "../browser/support/site.js";

const SITES = {
  "a gym in English and Swahili": {
    from: root,
    url: "https://jashohouse.example",
    folder: "/sw/",
    main: { lang: "en-KE", locale: "en_KE", hreflang: "en" },
    further: { lang: "sw-KE", locale: "sw_KE", hreflang: "sw" },
    calendars: { "schedule.ics": "schedule.ics", "schedule/yoga.ics": "schedule/yoga.ics" },
  },
  "a club in Swahili and Arabic": {
    from: join(root, "examples/ngome"),
    url: "https://ngome.example",
    folder: "/ar/",
    main: { lang: "sw-TZ", locale: "sw_TZ", hreflang: "sw" },
    further: { lang: "ar-OM", locale: "ar_OM", hreflang: "ar", direction: "rtl" },
    calendars: { "schedule.ics": "schedule.ics", "matukio/matukio.ics": "events/events.ics" },
  },
};

const text = (written) =>
  written.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

/** The tags of this name in a document, each as its attributes. */
function tags(source, name) {
  const found = source.matchAll(new RegExp(`<${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, "g"));
  return [...found].map(([, written]) => {
    const attributes = written.matchAll(/([a-z:-]+)(?:="([^"]*)"|='([^']*)')?/g);
    return Object.fromEntries([...attributes].map(([, key, one, other]) => [key, text(one ?? other ?? "")]));
  });
}

/** What the head of a page says of it. */
function head(source) {
  const links = tags(source, "link");
  const metas = tags(source, "meta");
  const rel = (name) => links.filter((link) => link.rel === name);
  return {
    canonical: rel("canonical").map(({ href }) => href),
    alternates: Object.fromEntries(
      rel("alternate")
        .filter(({ hreflang }) => hreflang)
        .map(({ hreflang, href }) => [hreflang, href]),
    ),
    feeds: rel("alternate").filter(({ type }) => type === "application/atom+xml"),
    manifest: rel("manifest").map(({ href }) => href),
    locales: metas.filter(({ property }) => property === "og:locale").map(({ content }) => content),
    others: metas.filter(({ property }) => property === "og:locale:alternate").map(({ content }) => content),
    isListed: !metas.some(({ name, content }) => name === "robots" && content === "noindex"),
  };
}

for (const [name, { from, url, folder, main, further, calendars }] of Object.entries(SITES)) {
  describe(name, () => {
    let site;
    let heads;
    before(() => {
      site = build(from);
      heads = new Map(lasting(site.out).map((path) => [path, head(html(site.out, path))]));
    });
    after(() => site?.remove());

    const languageOf = (path) => (path.startsWith(folder) ? further : main);
    const read = (path) => readFileSync(join(site.out, path), "utf8");
    const files = () =>
      readdirSync(site.out, { recursive: true, encoding: "utf8" })
        .map((file) => file.split(sep).join("/"))
        .filter((file) => statSync(join(site.out, file)).isFile());

    test("every page is in the language of its folder, and says so alike everywhere", () => {
      assert.ok([...heads.keys()].filter((path) => path.startsWith(folder)).length > 20);
      for (const [path, { locales, others, alternates }] of heads) {
        const { lang, locale, direction } = languageOf(path);
        const [{ lang: own, dir }] = tags(html(site.out, path), "html");
        assert.deepEqual([own, dir, locales], [lang, direction, [locale]], path);
        const isTwofold = Object.keys(alternates).length > 0;
        const other = languageOf(path) === main ? further : main;
        if (isTwofold) assert.deepEqual(others, [other.locale], path);
        for (const one of [...locales, ...others]) assert.match(one, /^[a-z]{2,3}_[A-Z]{2}$/, path);
      }
    });

    test("every page is its own canonical one", () => {
      for (const [path, { canonical }] of heads) assert.deepEqual(canonical, [url + path], path);
    });

    test("pages are versions of each other mutually, each lists itself, and each is there", () => {
      let versions = 0;
      for (const [path, { alternates, isListed }] of heads) {
        const listed = Object.values(alternates);
        if (listed.length === 0) continue;
        assert.ok(isListed, `${path} is to be found`);
        versions += 1;
        assert.deepEqual(Object.keys(alternates), [main.hreflang, further.hreflang, "x-default"], path);
        assert.equal(alternates[languageOf(path).hreflang], url + path);
        assert.equal(alternates["x-default"], alternates[main.hreflang], path);
        for (const address of listed) {
          assert.ok(address.startsWith(`${url}/`), address);
          const other = heads.get(address.slice(url.length));
          assert.ok(other, `${path} leads to ${address}, which is there`);
          assert.deepEqual(other.alternates, alternates, `${path} and ${address}`);
        }
      }
      assert.ok(versions > 40, `${versions} versions`);
      for (const [path, { alternates, isListed }] of heads) {
        if (path.startsWith(folder) && isListed) assert.notDeepEqual(alternates, {}, path);
      }
    });

    test("the sitemap has each page once, with the versions that its head names", () => {
      const entries = [...read("sitemap.xml").matchAll(/<url>([\s\S]*?)<\/url>/g)].map(([, entry]) => {
        const links = tags(entry, "xhtml:link").map(({ hreflang, href }) => [hreflang, href]);
        return [text(/<loc>(.*?)<\/loc>/.exec(entry)[1]), Object.fromEntries(links)];
      });
      const told = [...heads]
        .filter(([, { isListed }]) => isListed)
        .map(([path, { alternates }]) => [url + path, alternates]);
      assert.deepEqual(entries.toSorted(), told.toSorted());
    });

    test("the first feed of each page is in the language of the page, with ids of its own", () => {
      const ids = [];
      for (const file of files().filter((file) => file.endsWith("feed.xml"))) {
        const feed = read(file);
        const { lang } = languageOf(`/${file}`);
        assert.equal(/<feed[^>]* xml:lang="([^"]*)"/.exec(feed)[1], lang, file);
        const [own, ...entries] = [...feed.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
        assert.equal(own, `${url}/${file}`);
        ids.push(own);
        if (/(blog|blogu)\/feed/.test(file)) ids.push(...entries);
        for (const [, link] of feed.matchAll(/<link rel="alternate"[^>]* href="([^"]*)"/g))
          assert.equal(languageOf(link.slice(url.length)).lang, lang, `${file} leads to ${link}`);
      }
      assert.deepEqual(ids, [...new Set(ids)]);
      assert.notEqual(ids.length, 0);
      for (const [path, { feeds }] of heads)
        for (const { href } of feeds) assert.equal(languageOf(href), languageOf(path), path);
    });

    test("calendars have the same events under the same names, in the words of each language", () => {
      const events = (file) => {
        const calendar = new ICAL.Component(ICAL.parse(read(file)));
        const event = (component) => {
          const { uid, summary, startDate, endDate } = new ICAL.Event(component);
          return { uid, summary, time: `${startDate} ${endDate} ${component.getFirstPropertyValue("rrule")}` };
        };
        return calendar.getAllSubcomponents("vevent").map(event);
      };
      for (const [file, other] of Object.entries(calendars)) {
        const [ours, theirs] = [events(file), events(folder + other)];
        assert.notEqual(ours.length, 0, file);
        const facts = ({ uid, time }) => [uid, time];
        assert.deepEqual(theirs.map(facts), ours.map(facts), file);
        // A name such as Yoga is the same in both.
        const summaries = (all) => all.map(({ summary }) => summary);
        if (file !== "schedule/yoga.ics") assert.notDeepEqual(summaries(theirs), summaries(ours), file);
      }
      const found = files().filter((file) => file.endsWith(".ics"));
      for (const file of found) ICAL.parse(read(file));
      const below = found.filter((file) => `/${file}`.startsWith(folder));
      assert.equal(below.length * 2, found.length);
    });

    test("each page names the manifest of its language, which begins at the home page of that", () => {
      for (const [path, { manifest }] of heads) {
        const home = languageOf(path) === main ? "/" : folder;
        assert.deepEqual(manifest, [`${home}site.webmanifest`], path);
      }
      for (const home of ["/", folder]) {
        const { lang, direction } = languageOf(home);
        const told = JSON.parse(read(`${home}site.webmanifest`));
        assert.deepEqual([told.lang, told.dir], [lang, direction]);
        assert.deepEqual([told.id, told.start_url, told.scope], [home, home, "/"]);
        assert.ok(told.name && told.short_name && told.icons.length > 0);
        for (const { src } of told.icons) assert.ok(files().includes(src.slice(1)), src);
      }
    });

    test("every link within the site leads to a page or file, and to a place of it that is there", () => {
      const all = new Set(files().map((file) => `/${file}`));
      const ids = new Map();
      const idsOf = (path) => {
        if (!ids.has(path))
          ids.set(path, new Set([...html(site.out, path).matchAll(/ id="([^"]*)"/g)].map(([, id]) => text(id))));
        return ids.get(path);
      };
      const there = new Set(pages(site.out));
      const broken = [];
      let followed = 0;
      for (const path of pages(site.out)) {
        const source = html(site.out, path);
        const named = ["a", "link", "area"].flatMap((tag) => tags(source, tag).map(({ href }) => href));
        named.push(...["img", "script", "source", "video"].flatMap((tag) => tags(source, tag).map(({ src }) => src)));
        named.push(...tags(source, "form").map(({ action }) => action));
        for (const link of named) {
          if (link === undefined || link === "") continue;
          const to = new URL(link, url + path);
          if (to.origin !== url) continue;
          followed += 1;
          const place = decodeURIComponent(to.pathname);
          if (!there.has(place) && !all.has(place)) broken.push(`${path}: ${link}`);
          const id = decodeURIComponent(to.hash.slice(1));
          if (id && there.has(place) && !idsOf(place).has(id)) broken.push(`${path}: ${link} names no place`);
        }
      }
      assert.deepEqual([...new Set(broken)], []);
      assert.ok(followed > 2000, `${followed} links`);
    });

    test("within a language, links stay in it, but for those that change it", () => {
      const leaving = [];
      for (const path of heads.keys()) {
        if (!path.startsWith(folder)) continue;
        for (const { href = "", hreflang } of tags(html(site.out, path), "a")) {
          const { origin, pathname } = new URL(href, url + path);
          if (origin === url && !hreflang && !pathname.startsWith(folder) && !pathname.startsWith("/images/"))
            leaving.push(`${path}: ${href}`);
        }
      }
      assert.deepEqual(leaving, []);
    });

    test("no file has a mark of the texts that fell back", () => {
      for (const file of files().filter((file) => !/\.(jpg|png|webp|avif|woff2|gz|br)$/.test(file)))
        assert.doesNotMatch(read(file), /[\u{FDD0}-\u{FDEF}]/u, file);
    });

    test("pages of the further language are valid HTML", () =>
      isValid(
        site.out,
        lasting(site.out).filter((path) => path.startsWith(folder)),
      ));
  });
}
