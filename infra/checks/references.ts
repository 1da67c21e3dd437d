import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectFiles } from './project-files.ts';

const RULES_FILE = 'shared/docs/rules.md';
const DECISIONS_FILE = 'shared/docs/decisions.md';
const BANK_WIRE_FILE = 'shared/docs/bank-wire.md';
const INTERFACE_HEADING = 'The dealer interface';
const LONGEST_LINE = 160;

/** A place in a file, as findings name it. */
interface Citation {
  readonly file: string;
  readonly line: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** Built from other sources, which are read in their own place. */
const BUILT = 'shared/pages/assets.ts';
const isSource = (name: string): boolean => /^(?:functions|shared|infra|test)\/.*\.ts$/.test(name) && name !== BUILT;
const isDocument = (name: string): boolean => name === 'README.md' || /^shared\/docs\/[^/]+\.md$/.test(name);

const textOf = (root: string, name: string): string =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '';

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

// A citation may be broken over two lines of a comment.
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*)`;
const numberList = (one: string): string => `${one}(?:(?:,|${GAP}and|${GAP}to)${GAP}${one})*`;
const RULE_PATTERN = new RegExp(String.raw`\brules?${GAP}(?<list>${numberList(String.raw`\d{1,3}\b(?!\.\d)`)})`, 'gi');
const SECTION_PATTERN = new RegExp(
  String.raw`\bdealer${GAP}interface${GAP}(?<list>${numberList(String.raw`\d{1,2}(?:\.\d{1,2})?\b`)})`,
  'gi',
);
const HEADING_PATTERN = new RegExp(
  String.raw`[(;]${GAP}?(?<document>decisions|bank${GAP}wire):${GAP}(?<heading>(?:[^)\n]|\r?\n[ \t]*(?:\*|\/\/)){1,80})`,
  'gi',
);

/** Everything that a pattern finds in the sources and documents of the project. */
const citations = (root: string, pattern: RegExp, files: readonly string[]): readonly Citation[] =>
  files.flatMap((file) => {
    const text = textOf(root, file);
    return [...text.matchAll(pattern)].map((found) => ({
      file,
      line: lineOf(text, found.index),
      groups: found.groups ?? {},
    }));
  });

const placeOf = ({ file, line }: Citation): string => `${file}:${line}`;

/** `6, 11 to 13` names 6, 11, 12 and 13. */
const namedIn = (list: string): readonly string[] => {
  const parts = list.match(/\d+(?:\.\d+)?|to/g) ?? [];
  return parts.flatMap((part, index) => {
    if (part !== 'to') return [part];
    const [from, until] = [parts[index - 1] ?? '', parts[index + 1] ?? ''].map((one) => one.split('.'));
    const prefix = from?.length === 2 ? `${from[0]}.` : '';
    const [first, last] = [Number(from?.at(-1)), Number(until?.at(-1))];
    return Array.from({ length: Math.max(0, last - first - 1) }, (_, step) => `${prefix}${first + 1 + step}`);
  });
};

const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);

/** The numbers of the headings `Rule N: title`. A number that stands twice is a finding of its own. */
const ruleNumbers = (root: string): { readonly numbers: ReadonlySet<string>; readonly findings: readonly string[] } => {
  const all = headingsOf(textOf(root, RULES_FILE)).flatMap((title) => /^Rule (\d+)\b/.exec(title)?.[1] ?? []);
  const twice = all.filter((number, index) => all.indexOf(number) !== index);
  return {
    numbers: new Set(all),
    findings: twice.map((number) => `${RULES_FILE}: Rule ${number} stands there twice`),
  };
};

/** The numbers in the first column of the table of the interface's sections. */
const interfaceSections = (root: string): ReadonlySet<string> => {
  const text = textOf(root, DECISIONS_FILE);
  const part = text.split(/^## /m).find((one) => one.startsWith(INTERFACE_HEADING)) ?? '';
  return new Set([...part.matchAll(/^\| (\d+(?:\.\d+)?) \|/gm)].map(([, number = '']) => number));
};

const unknownRules = (root: string, files: readonly string[]): readonly string[] => {
  const { numbers, findings } = ruleNumbers(root);
  const unknown = citations(root, RULE_PATTERN, files).flatMap((one) =>
    namedIn(one.groups.list ?? '')
      .filter((number) => !numbers.has(number))
      .map((number) => `${placeOf(one)}: rule ${number} is not in ${RULES_FILE}`),
  );
  return [...findings, ...unknown];
};

const unknownSections = (root: string, files: readonly string[]): readonly string[] => {
  const sections = interfaceSections(root);
  return citations(root, SECTION_PATTERN, files).flatMap((one) =>
    namedIn(one.groups.list ?? '')
      .filter((number) => !sections.has(number))
      .map((number) => `${placeOf(one)}: section ${number} is not in the table of ${DECISIONS_FILE}`),
  );
};

/** What is cited in brackets as of the decisions or of the bank wire, by its title, must be a heading of that document. */
const unknownHeadings = (root: string, files: readonly string[]): readonly string[] => {
  const headingsIn = (name: string): readonly string[] =>
    headingsOf(textOf(root, name)).map((one) => one.toLowerCase());
  const headings = { decisions: headingsIn(DECISIONS_FILE), bankWire: headingsIn(BANK_WIRE_FILE) };
  return citations(root, HEADING_PATTERN, files).flatMap((one) => {
    const isDecision = one.groups.document?.toLowerCase() === 'decisions';
    const cited = (one.groups.heading ?? '').replaceAll(new RegExp(GAP, 'g'), ' ').trim().toLowerCase();
    const known = (isDecision ? headings.decisions : headings.bankWire).some(
      (title) => cited === title || (cited.startsWith(title) && /^[;,.]/.test(cited.slice(title.length))),
    );
    return known ? [] : [`${placeOf(one)}: ${isDecision ? DECISIONS_FILE : BANK_WIRE_FILE} has no heading "${cited}"`];
  });
};

/** The anchor that a heading gets where the document is shown: small letters, hyphens for blanks, no other signs. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Links and paths in examples of code are not checked. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ' '));

const LINK_PATTERN = /\]\((?<target>[^()\s]+)\)/g;
const PATH_PATTERN = /`(?<path>(?:(?:functions|shared|infra|test)\/[^`\s]*|[\w-]+\.(?:json|md)))`/g;
// `functions/<subject>/<name>/contract.ts` and `shared/*.ts` stand for many files.
const isTemplate = (path: string): boolean => /[<*{…]/.test(path);

const brokenLink = (root: string, { file, line, groups }: Citation): readonly string[] => {
  const { target = '' } = groups;
  if (/^[a-z]+:/i.test(target)) return [];
  const [path = '', anchor] = target.split('#');
  const named = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
  if (!existsSync(join(root, named))) return [`${file}:${line}: ${target} is not there`];
  if (anchor === undefined || !named.endsWith('.md')) return [];
  const text = textOf(root, named);
  return text.includes(`<a id="${anchor}">`) || headingsOf(text).map(anchorOf).includes(anchor)
    ? []
    : [`${file}:${line}: ${named} has no heading #${anchor}`];
};

const brokenPaths = (root: string, documents: readonly string[]): readonly string[] =>
  documents.flatMap((file) => {
    const text = withoutCode(textOf(root, file));
    const found = (pattern: RegExp): readonly Citation[] =>
      [...text.matchAll(pattern)].map((one) => ({
        file,
        line: lineOf(text, one.index),
        groups: one.groups ?? {},
      }));
    const links = found(LINK_PATTERN).flatMap((one) => brokenLink(root, one));
    const paths = found(PATH_PATTERN).flatMap((one) => {
      const { path = '' } = one.groups;
      return isTemplate(path) || existsSync(join(root, path)) ? [] : [`${placeOf(one)}: ${path} is not there`];
    });
    return [...links, ...paths];
  });

const longLines = (root: string, documents: readonly string[]): readonly string[] =>
  documents.flatMap((file) =>
    textOf(root, file)
      .split('\n')
      .flatMap((line, index) =>
        line.length > LONGEST_LINE ? [`${file}:${index + 1}: longer than ${LONGEST_LINE} characters`] : [],
      ),
  );

// Written in parts, so that this list is no offender itself.
const OUTSIDE_PATTERNS: readonly RegExp[] = [
  new RegExp(`\\bwire${GAP}facts\\b`, 'gi'),
  /\bwire-facts\b|\blifecycle\.md\b|\bnestpay\.md\b|\bdealer-api\b|\bdesign\.md\b|\bstyle\.md\b/gi,
  new RegExp(`\\bnestpay${GAP}table\\b`, 'gi'),
  /\(design[,)]|\(style \d+|\(section \d+/g,
];
// A section number of the dealer interface without the words "dealer interface" before it.
const BARE_SECTION = new RegExp(
  String.raw`(?<!interface${GAP}|interface${GAP}(?:[\d., ]|${GAP}|and|to)*|format |JSON |TLS )(?<![\d.])` +
    String.raw`(?<list>2\.(?:1[0-2]|[1-9])|7\.[1-7])(?!\.?\d|${GAP}?[%x*/])`,
  'g',
);

/** Line and block comments, line by line; everything else is left out. */
const comments = (text: string): string => {
  let inBlock = false;
  return text
    .split('\n')
    .map((line) => {
      if (inBlock || line.trimStart().startsWith('/*')) {
        inBlock = !line.includes('*/');
        return line;
      }
      return /(?:^|\s)\/\/ .*$/.exec(line)?.[0] ?? '';
    })
    .join('\n');
};

/** Texts that stand alone on a line or in the call of a test: the titles of tests. */
const titles = (text: string): string =>
  text
    .split('\n')
    .map((line) => /^\s*(?:(?:test|describe)[\w.]*(?:\(.*\))?\()?(['"`])(.*)\1/.exec(line)?.[2] ?? '')
    .join('\n');

/** Citations in comments, titles and documents of texts outside the repository. */
const outsideCitations = (root: string): readonly string[] =>
  projectFiles(root)
    .filter((name) => isSource(name) || isDocument(name))
    .flatMap((file) => {
      const text = textOf(root, file);
      const found = (pattern: RegExp, within: string): readonly string[] =>
        [...within.matchAll(pattern)].map(
          (one) => `${file}:${lineOf(within, one.index)}: "${one[0].replaceAll(/\s+/g, ' ')}" is not in the repository`,
        );
      const prose = isSource(file) ? [comments(text), titles(text)] : [];
      return [
        ...OUTSIDE_PATTERNS.flatMap((pattern) => found(pattern, text)),
        ...prose.flatMap((one) => found(BARE_SECTION, one)),
      ];
    });

const PATH_IN_COMMENT = /(?<![\w/.-])(?<path>(?:functions|shared|infra|test)\/[\w./-]+\.(?:ts|mjs|md|json))\b/g;

/** Files of the repository that comments name. */
const brokenPathsInComments = (root: string, sources: readonly string[]): readonly string[] =>
  sources.flatMap((file) => {
    const text = comments(textOf(root, file));
    return [...text.matchAll(PATH_IN_COMMENT)].flatMap((found) => {
      const path = found.groups?.path ?? '';
      return existsSync(join(root, path)) ? [] : [`${file}:${lineOf(text, found.index)}: ${path} is not there`];
    });
  });

/** Every rule, section, heading and file that a comment or a document cites is there, and no document line is too long. */
export const references = (root: string): readonly string[] => {
  const files = projectFiles(root).filter((name) => isSource(name) || isDocument(name));
  const documents = files.filter(isDocument);
  return [
    ...unknownRules(root, files),
    ...unknownSections(root, files),
    ...unknownHeadings(root, files),
    ...brokenPaths(root, documents),
    ...brokenPathsInComments(root, files.filter(isSource)),
    ...longLines(root, documents),
    ...outsideCitations(root),
  ];
};
