import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '../../shared/domain/language.ts';
import { deskSamples } from '../unit/pages/desk/desk-samples.ts';
import { samples } from '../unit/pages/page-samples.ts';
import { openStillBrowser } from './browser.ts';

/** One way to look at a page. */
export interface Look {
  readonly name: string;
  readonly language: Language;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly script: boolean;
}

/** A phone and a desktop. The desk promises more widths than the payer's pages, whose forms are narrow. */
const widthsOf = (name: string): readonly [number, number] => (deskSamples.has(name) ? [320, 1440] : [360, 1280]);

/** Every look: both languages, phone and desktop, light and dark, with and without script. */
export const looksOf = (name: string): readonly Look[] =>
  (['tr', 'en'] as const).flatMap((language) =>
    widthsOf(name).flatMap((width) =>
      (['light', 'dark'] as const).flatMap((colorScheme) =>
        [true, false].map((script) => ({ name, language, width, colorScheme, script })),
      ),
    ),
  );

/** The names of all states of the payer's pages and of the desk's. */
export const stateNames: readonly string[] = [...Object.keys(samples), ...deskSamples.keys()];

// The page's policy forbids other scripts, so the checker runs outside of it.
const AXE = `(() => { ${axe.source} })()`;
// Only what is read leaves the page: all that axe finds takes as long to send as to find.
const RUN = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`;
/** Pixels by which a page is wider than its window. */
export const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on an open page in which it is loaded. */
const findingsOfAxe = async (page: Page): Promise<readonly string[]> => {
  const violations = await page.evaluate<readonly Violation[]>(RUN);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

/** Whether an open page is wider than its window. */
export const overflowOf = async (page: Page): Promise<readonly string[]> => {
  const overflow = Number(await page.evaluate(OVERFLOW));
  return overflow === 0 ? [] : [`overflows by ${overflow} px`];
};

/** What is wrong with an open page: findings of axe, and pixels that overflow. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // It stays on the page while that is looked at in other sizes and colours.
  if ((await page.evaluate("'axe' in window")) !== true) await page.evaluate(AXE);
  return [...(await findingsOfAxe(page)), ...(await overflowOf(page))];
};

/**
 * What axe judges a page by: its elements with their attributes, classes and states, on which colours and roles depend, with the
 * kind of their parents, and whether a label and all that they refer to is there; the levels of its headings as they follow one
 * another; whether an id stands twice, and whether it has a title and a language.
 */
const SHAPES = `(() => {
  const all = [...document.body.querySelectorAll('*')];
  const [ids, levels] = [all.flatMap(({ id }) => id || []), all.map(({ tagName }) => tagName).filter((tag) => /^H[1-6]$/.test(tag))];
  const known = new Set(ids);
  const named = (one) => ['aria-labelledby', 'aria-describedby', 'for', 'aria-controls'].flatMap((name) =>
    (one.getAttribute(name) ?? '').split(' ').filter((id) => id !== '').map((id) => known.has(id)));
  const elements = all.map((one) => [one.parentElement.tagName, one.parentElement.className, one.tagName, one.className, one.type,
    one.role, one.ariaInvalid, one.getAttributeNames(), one.textContent.trim() === '', one.labels?.length > 0, named(one)].join('.'));
  const steps = levels.map((level, index) => [levels[index - 1], level].join('>'));
  const whole = ['twice ' + (ids.length - known.size), 'title ' + (document.title !== ''), 'lang ' + document.documentElement.lang];
  return [...new Set([...elements, ...steps, ...whole])];
})()`;

/**
 * The markup of an open page after its scripts have run, without its scripts and refreshes, which would act again in a copy. A
 * page whose styles are not in its markup is refused: its copy would lack them.
 */
const AS_IT_STANDS = `(() => {
  if (document.styleSheets.length !== document.querySelectorAll('style').length) throw new Error('a copy would lack styles');
  const copy = document.documentElement.cloneNode(true);
  for (const one of copy.querySelectorAll('script, meta[http-equiv]')) one.remove();
  return '<!doctype html>' + copy.outerHTML;
})()`;

/** A tab in which axe is loaded, for markup that is written into it. */
const openChecker = async (): Promise<Page> => {
  const tab = await (await openStillBrowser()).newPage();
  await tab.evaluate(AXE);
  return tab;
};

type FindFaults = (page: Page, look: Pick<Look, 'language' | 'colorScheme'>) => Promise<readonly string[]>;

/**
 * Looks for faults of pages that follow one another, as `faultsOf` does. Axe runs in one tab, into which the markup of these pages
 * is written: each page of its own would load and compile it anew.
 */
export const faultsInCopies = (): FindFaults => {
  let checker: Promise<Page> | undefined;
  return async (page, { colorScheme }) => {
    checker ??= openChecker();
    const tab = await checker;
    await tab.emulateMedia({ colorScheme });
    const size = page.viewportSize();
    if (size !== null) await tab.setViewportSize(size);
    await tab.setContent(await page.evaluate<string>(AS_IT_STANDS));
    return [...(await findingsOfAxe(tab)), ...(await overflowOf(page))];
  };
};

/**
 * Looks for faults of many pages. Axe takes longer than all else, so it runs only on a page with an element that no page before had
 * in the same language and colours. Whether the page overflows is looked at each time.
 */
export const faultFinder = (): FindFaults => {
  const seen = new Set<string>();
  const inCopies = faultsInCopies();
  return async (page, look) => {
    const before = seen.size;
    const { language, colorScheme } = look;
    for (const shape of await page.evaluate<readonly string[]>(SHAPES)) seen.add(`${language} ${colorScheme} ${shape}`);
    return seen.size > before ? inCopies(page, look) : overflowOf(page);
  };
};

/** The page as a browser without script shows it. Its script cannot simply be barred: the checker would be, too. */
const withoutScript = async (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<\/?noscript>|<script>[\s\S]*?<\/script>/g, '');
    await route.fulfill({ response, body });
  });

/** Opens a state in a tab of its own. Pages that pass on stay. */
export const openLook = async (browser: Browser, address: string, look: Look): Promise<Page> => {
  const { name, language, width, colorScheme, script } = look;
  const viewport = { width, height: width < 700 ? 740 : 800 };
  const context = await browser.newContext({ colorScheme, viewport });
  const page = await context.newPage();
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  if (!script) await withoutScript(page);
  await page.goto(`${address}/${name}?lang=${language}`);
  return page;
};
