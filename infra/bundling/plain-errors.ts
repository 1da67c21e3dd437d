import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** The schema of an error whose members are all texts, with the statement that names its class to the SDK. */
const PLAIN_ERROR =
  /export var (\w+)\$ = \[-3, n0, \w+,\s*\{[^{}]*\},\s*\[\w+(?:, \w+)*\],\s*\[0(?:, 0)*\]\s*\];\s*n0_registry\.registerError\(\1\$, \1\);/g;

/** The classes that tell the SDK to repeat a call. */
const retryableIn = (classes: string): ReadonlySet<string> =>
  new Set(
    classes
      .split('export class ')
      .filter((one) => one.includes('$retryable'))
      .map((one) => one.slice(0, one.indexOf(' '))),
  );

/** A client's schemas without those of plain errors. */
const withoutPlainErrors = (schemas: string, classes: string): string => {
  const retryable = retryableIn(classes);
  return schemas.replaceAll(PLAIN_ERROR, (statement, name: string) => (retryable.has(name) ? statement : ''));
};

const CONSTANT = /^const (_\w+) = ("[^"]*");$/gm;
const NAMED_MEMBER = /\[(_\w+)\]: /g;

/**
 * A client's schemas with the names of their members written out. A bundler keeps an object whose member is named by a
 * constant, since making the name might do something, and so the schemas of all operations, with their texts.
 */
const withPlainMembers = (schemas: string): string => {
  const texts = new Map([...schemas.matchAll(CONSTANT)].map(([, name = '', text = '']) => [name, text]));
  return schemas.replaceAll(NAMED_MEMBER, (member, name: string) => {
    const text = texts.get(name);
    return text === undefined ? member : `${text}: `;
  });
};

/**
 * Leaves the classes of plain errors out of the bundles. A client makes some fifty of them at each start, one for each
 * error of its service; of an error that it does not know it makes its base class, with the same name and message.
 */
export const plainErrorsLeftOut: Plugin = {
  name: 'plain-errors-left-out',
  setup: (bundling) => {
    bundling.onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_0\.js$/ }, ({ path }) => {
      const classes = readFileSync(join(path, '../../models/errors.js'), 'utf8');
      return { contents: withPlainMembers(withoutPlainErrors(readFileSync(path, 'utf8'), classes)) };
    });
  },
};
