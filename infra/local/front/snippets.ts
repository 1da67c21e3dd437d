import type { SignedAccount } from './request-view.ts';

// What the page puts into samples and offers to copy. It runs in the browser and in tests, so it needs neither.

type Body = Readonly<Record<string, unknown>>;

/** Fills the places of a sample: a new code, and members of the answers so far by their names. */
export const fillIn = <Part>(part: Part, code: string, answers: readonly unknown[]): Part =>
  JSON.parse(
    JSON.stringify(part).replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => {
      const value = name === 'code' ? code : memberIn(answers.at(-1), name);
      // An id stands in the quotes of its place, which operations read as well (decisions: tolerant reading).
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' ? JSON.stringify(text).slice(1, -1) : place;
    }),
  ) as Part;

/** The first member of a name, however deep it stands. */
const memberIn = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found: unknown = key === name ? member : memberIn(member, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command for a shell. */
export const asCurl = (address: string, body: string): string =>
  `curl -s -H 'Content-Type: application/json' ${inShell(address)} -d ${inShell(body)}`;

const NAME = /^[A-Za-z_]\w*$/;

/** A value as TypeScript writes it, indented by two blanks a level. */
const literal = (value: unknown, indent: string): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const entries = value.map((entry) => `${indent}  ${literal(entry, `${indent}  `)},`);
    return `[\n${entries.join('\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${indent}  ${NAME.test(name) ? name : quoted(name)}: ${literal(member, `${indent}  `)},`,
    );
    return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
  }
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
};

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const isAccount = (value: unknown): value is SignedAccount =>
  typeof value === 'object' && value !== null && 'CheckKey' in value && 'Password' in value;

/** A request as a program that runs by itself: it makes the CheckKey, sends, and looks at ResultCode. */
export const asTypeScript = (address: string, body: Body): string => {
  const [block, account] = Object.entries(body).find(([, member]) => isAccount(member)) ?? ['', undefined];
  if (!isAccount(account)) return '// The body has no account, so there is nothing to sign.\n';
  const { CheckKey: _, ...parts } = account;
  const members = Object.entries(body).map(([name, member]) =>
    name === block ? `    ${name}: { ...account, CheckKey },` : `    ${name}: ${literal(member, '    ')},`,
  );
  return `import { createHash } from 'node:crypto';

const account = ${literal(parts, '')};
const CheckKey = createHash('sha256')
  .update(\`\${account.DealerCode}MK\${account.Username}PD\${account.Password}\`)
  .digest('hex');

const response = await fetch(${quoted(address)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
${members.join('\n')}
  }),
});
const { Data, ResultCode, ResultMessage } = await response.json();
if (ResultCode !== 'Success') throw new Error(\`\${ResultCode}: \${ResultMessage}\`);
console.log(Data);
`;
};

/** What stands for a secret in the log of requests. */
const HIDDEN = /^‹hidden/;
const TEST_VALUES: Readonly<Record<string, string>> = { ExpMonth: '12', ExpYear: '2049' };

interface Known {
  readonly accounts: readonly SignedAccount[];
  readonly cards: readonly string[];
}

const cvcFor = (cardNumber: unknown): string => (String(cardNumber).startsWith('37') ? '1234' : '123');

const unmaskedCard = (masked: string, cards: readonly string[]): string =>
  cards.find(
    (card) => card.length === masked.length && card.startsWith(masked.slice(0, 6)) && card.endsWith(masked.slice(-4)),
  ) ?? masked;

/**
 * A request of the log as it can be sent again: the demo accounts sign it, test cards and test values stand where secrets
 * were hidden, and members that no contract has are left out. Undefined where nothing is known of the body.
 */
export const replayable = (request: unknown, { accounts, cards }: Known): Body | undefined => {
  if (typeof request !== 'object' || request === null) return undefined;
  const restored = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(restored);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([name]) => !name.startsWith('‹'));
    const given = Object.fromEntries(members) as Record<string, unknown>;
    if ('CheckKey' in given && 'Password' in given) {
      const account = accounts.find(({ DealerCode }) => DealerCode === given.DealerCode) ?? accounts[0];
      return { ...account };
    }
    const entries = members.map(([name, member]) => {
      if (name === 'CardNumber' && typeof member === 'string') return [name, unmaskedCard(member, cards)];
      if (typeof member !== 'string' || !HIDDEN.test(member)) return [name, restored(member)];
      return [
        name,
        /^cv[cv]/i.test(name) ? cvcFor(unmaskedCard(String(given.CardNumber), cards)) : (TEST_VALUES[name] ?? ''),
      ];
    });
    return Object.fromEntries(entries) as unknown;
  };
  return restored(request) as Body;
};
