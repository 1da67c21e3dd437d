import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { html } from '../../shared/pages/html.ts';
import { openBrowser } from './browser.ts';
import { faultsOf, type Look, looksOf, openLook, stateNames } from './page-looks.ts';
import { startPagesServer } from './pages-server.ts';
import { drawReadmePictures } from './readme-pictures.ts';

// `npm run pages [state …]`: every state of the payer's pages and of the desk's in both languages, on a phone and a desktop,
// light and dark, with and without script, each checked by axe and for overflow. The pictures stand in one sheet, to be looked at. Without
// a state, or with the word `readme` alone, it draws the pictures of the README anew. A state that ends in `*` stands for all
// that begin so: `npm run pages 'desk-links-*'`.

const FOLDER = fileURLToPath(new URL('screenshots/sheet/', import.meta.url));
const AT_ONCE = 3;

interface Seen {
  readonly look: Look;
  readonly file: string;
  readonly faults: readonly string[];
}

const README = 'readme';
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  wanted.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
const names = wanted.length === 0 ? stateNames : stateNames.filter(isWanted);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

const fileOf = ({ name, language, width, colorScheme, script }: Look): string =>
  `${name}-${language}-${width}-${colorScheme}-${script ? 'script' : 'plain'}.png`;

const [browser, server] = await Promise.all([openBrowser(), startPagesServer()]);

const see = async (look: Look): Promise<Seen> => {
  const page = await openLook(browser, server.address, look);
  const file = fileOf(look);
  await page.screenshot({ path: join(FOLDER, file), fullPage: true });
  const faults = await faultsOf(page);
  await page.context().close();
  return { look, file, faults };
};

const left = names.flatMap(looksOf);
const seen: Seen[] = [];
const work = async (): Promise<void> => {
  for (let look = left.shift(); look !== undefined; look = left.shift()) seen.push(await see(look));
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
if (wanted.length === 0 || wanted.includes(README)) await drawReadmePictures(browser);
await Promise.all([browser.close(), server.close()]);

const picture = ({ file, faults }: Seen) =>
  html`<figure><figcaption>${file.slice(0, -4)}${faults.length === 0 ? undefined : html`<b> ${faults.join('; ')}</b>`}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt=""></a></figure>`;
const rows = names.map((name) => {
  const ofState = seen.filter(({ look }) => look.name === name).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return html`<h2>${name}</h2><div>${ofState.map(picture)}</div>`;
});
const style = html`<style>body{font:12px sans-serif;background:#777}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{height:420px}b{color:#b00}</style>`;
writeFileSync(
  join(FOLDER, 'index.html'),
  html`<!doctype html><meta charset="utf-8"><title>Pages</title>${style}${rows}`.markup,
);

const faulty = seen.filter(({ faults }) => faults.length > 0);
for (const { file, faults } of faulty) console.error(`${file}: ${faults.join('; ')}`);
console.log(`${seen.length} pictures of ${names.length} states: ${join(FOLDER, 'index.html')}`);
process.exitCode = faulty.length === 0 ? 0 : 1;
