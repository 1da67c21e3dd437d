import { documentedOperations } from './operations.ts';
import { tagOf, tagsOf } from './tags.ts';

const MARK = '<!-- generated:operations -->';
const END = '<!-- /generated -->';

const orElse = (names: readonly string[]): string => {
  const [first = '', ...others] = names.map((name) => `\`${name}\``);
  return others.length === 0 ? first : `${first} (or ${others.join(' or ')})`;
};

const rows = documentedOperations.flatMap(({ contract, document }) =>
  contract.routes.map(({ path, operation = contract.operation }) => {
    const { title } = document.further?.[operation] ?? document;
    const block = orElse([contract.requestBlock, ...(contract.furtherRequestBlocks ?? [])]);
    return { path, title, block, authentication: orElse(contract.authenticationBlocks) };
  }),
);

const sectionOf = (path: string): string => path.split('/')[1] ?? '';

/** Throws where operations of one section differ, so that the table cannot tell half of it. */
const authenticationRows = (): readonly string[] => {
  const sections = new Map<string, string>();
  for (const { path, authentication } of rows) {
    const known = sections.get(sectionOf(path)) ?? authentication;
    if (known !== authentication) throw new Error(`${path} has another authentication block than its neighbours.`);
    sections.set(sectionOf(path), authentication);
  }
  return [...sections].map(([section, authentication]) => `| \`/${section}/\` | ${authentication} |`);
};

const tables = (): string => {
  const ordered = tagsOf(rows.map(({ path }) => path)).flatMap(({ name }) =>
    rows.filter(({ path }) => tagOf(path) === name).map((row) => ({ ...row, group: name })),
  );
  return [
    '| Paths under | Authentication block |',
    '|---|---|',
    ...authenticationRows(),
    '',
    '| Group | Operation | Path | Request block |',
    '|---|---|---|---|',
    ...ordered.map(({ group, title, path, block }) => `| ${group} | ${title} | \`${path}\` | ${block} |`),
  ].join('\n');
};

/** The document with the tables of operations between its marks. */
export const withOperationTables = (text: string): string => {
  const [start, end] = [text.indexOf(MARK), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`The document has no ${MARK} before ${END}.`);
  return `${text.slice(0, start)}${MARK}\n${tables()}\n${text.slice(end)}`;
};
