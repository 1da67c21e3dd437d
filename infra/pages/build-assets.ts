import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';

// `node infra/pages/build-assets.ts` writes what pages carry inline: the scripts and the style sheet of
// shared/pages/browser, each in one line; `--check` only says whether they are current.
const SOURCES = '../../shared/pages/browser/';
const OUTPUT = 'shared/pages/assets.ts';

const assets = {
  STYLE: { file: 'page.css', says: 'The style sheet of every page.' },
  ENDS_STYLE: { file: 'ends.css', says: 'What pages carry beside it that are no card form.' },
  LINK_STYLE: { file: 'link.css', says: 'What the form of a reusable link carries beside it.' },
  CARD_FORM_SCRIPT: { file: 'card-form.ts', says: 'Helps on the card form, which also works without it.' },
  DESK_SCRIPT: {
    file: 'desk.ts',
    says: 'Copies, shares, searches and tells numbers on pages of the desk, which also work without it.',
  },
  DESK_STYLE: { file: 'desk.css', says: 'The style sheet of the desk.' },
  FINISHING_SCRIPT: { file: 'finishing.ts', says: 'Posts the bank’s answer on, and shows how the payment goes.' },
  LINK_FORM_SCRIPT: {
    file: 'link-form.ts',
    says: 'Helps on the form of a reusable link, which also works without it.',
  },
  RECEIPT_SCRIPT: { file: 'receipt.ts', says: 'Prints and shares a receipt.' },
  SUBMIT_SCRIPT: { file: 'submit.ts', says: 'Posts the page’s one form.' },
};

const built = (file: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(SOURCES + file, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    target: ['chrome92', 'safari15', 'firefox92'],
    legalComments: 'none',
  });
  // A script that stands inline has nothing that another mode would change.
  const text = (outputFiles[0]?.text ?? '').trim().replace(/^"use strict";/, '');
  if (text === '' || /<\/(?:script|style)/i.test(text)) throw new Error(`${file} cannot stand inline`);
  return text;
};

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const lines = Object.entries(assets).map(
  ([name, { file, says }]) => `/** ${says} */\nexport const ${name} =\n  ${quoted(built(file))};\n`,
);
const text = `// Built from shared/pages/browser by "node infra/pages/build-assets.ts"; the sources are there.\n\n${lines.join('\n')}`;

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const target = new URL(`../../${OUTPUT}`, import.meta.url);
if (values.check !== true) {
  writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error(`${OUTPUT} differs from its sources: run "node infra/pages/build-assets.ts" and commit it.`);
  process.exitCode = 1;
}
