import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { PATIENCE_MS } from '../support/app/patience.ts';

/** Chromium of the npm package is meant for machines without its libraries, and brings them packed. */
const packedLibraries = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..', 'bin', 'al2023.tar.br');

const hasLibraries = (executable: string): boolean =>
  !execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');

const unpackLibraries = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-libraries-'));
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
  await pipeline(createReadStream(packedLibraries()), createBrotliDecompress(), tar.stdin);
  await ended;
  return join(folder, 'al2023', 'lib');
};

const ARGUMENTS = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

const start = async (flags: readonly string[] = []): Promise<Browser> => {
  const executablePath = await chromium.executablePath();
  const libraries = hasLibraries(executablePath) ? undefined : await unpackLibraries();
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const env = { ...Object.fromEntries(inherited), ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
  const browser = await playwright.launch({
    executablePath,
    args: [...ARGUMENTS, ...flags],
    env,
    timeout: PATIENCE_MS,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
};

const wantsPictures = (): boolean => (process.env.PICTURES ?? '') !== '';

let running: Promise<Browser> | undefined;

/** The real browser of the tests: one for all files of a worker. It ends with the worker's process. */
export const openBrowser = (): Promise<Browser> => {
  running ??= start();
  return running;
};

let still: Promise<Browser> | undefined;

/**
 * A browser that draws nothing until it is asked to, and nobody asks: pages are loaded, laid out and measured, which takes a third
 * less time. Nothing can be clicked in it. Where pictures are wanted, it is the usual one.
 */
export const openStillBrowser = (): Promise<Browser> => {
  if (wantsPictures()) return openBrowser();
  still ??= start(['--enable-begin-frame-control']);
  return still;
};

/** Closes what a file has opened in the browser, so that the next file starts without its cookies and pages. */
export const closePages = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()));
};

const FOLDER = fileURLToPath(new URL('screenshots/', import.meta.url));

/**
 * Makes a picture of a page, to be looked at, where the environment's PICTURES asks for one: no test compares it, and it
 * takes longer than most of them. `npm run pages` makes a picture of every state. Git ignores the folder.
 */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!wantsPictures()) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
};
