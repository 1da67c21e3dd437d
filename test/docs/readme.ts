import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The README and the guides that it leads to, in the order in which their samples are pasted. */
const GUIDES = [
  'README.md',
  ...['integrate', 'operate', 'deploy', 'addresses', 'develop', 'test-cards'].map((name) => `shared/docs/${name}.md`),
];

/** The text of all of them. */
export const readme = GUIDES.map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')).join('\n');

const MARK = '<!-- executed by test/docs/readme.test.ts -->';

/** The shell examples that are marked as executed, in order. */
export const executedBlocks: readonly string[] = readme
  .split(`${MARK}\n`)
  .slice(1)
  .map((part) => /^```bash\n(.*?)\n```/s.exec(part)?.[1])
  .map((block) => {
    if (block === undefined) throw new Error('A mark stands before no shell example.');
    return block;
  });

/** Everything that the README and its guides set as code, in blocks or in a line, without shell comments. */
export const codeOfReadme: readonly string[] = [
  ...[...readme.matchAll(/^```bash\n(.*?)\n```/gms)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.replace(/ +#.*$/, '')),
  ),
  ...[...readme.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
];
