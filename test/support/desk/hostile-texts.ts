import { testCards } from '../../../shared/nestpay/test-cards.ts';

/** A word that no page of the desk has, so that what was typed is found again wherever it is told. */
const WORD = 'hq7z';

/** Cards whose numbers no payment of these runs has. */
const NUMBERS: readonly string[] = testCards
  .map(({ number }) => number)
  .filter((number) => !/^411111(?:1|0000)/.test(number));

/** The groups in which cards print their numbers: four digits each, or 4, 6 and 5. */
const inGroups = (number: string, separator: string): string =>
  (number.length === 15
    ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)]
    : (number.match(/\d{1,4}/g) ?? [])
  ).join(separator);

/** Texts with a card number in every way that people write one (rule 32). */
const CARD_TEXTS: readonly string[] = NUMBERS.flatMap((number) => [
  number,
  inGroups(number, ' '),
  inGroups(number, '-'),
  `card ${number} of ${WORD}`,
  `${WORD}${inGroups(number, ' ')}`,
]);

const MARKUP: readonly string[] = [
  `<script>alert("${WORD}")</script>`,
  `<${WORD} onmouseover=alert(1)>`,
  `"><${WORD} autofocus>`,
  `" ${WORD}="1`,
  `' ${WORD}='1`,
  `</textarea><${WORD}>`,
  `</title></style><${WORD}>`,
  `<!--<${WORD}>-->`,
  `javascript:alert('${WORD}')`,
  `&lt;${WORD}&gt;&#60;${WORD}&#62;`,
  `<img src=x onerror=${WORD}()>`,
];

/** 1337 times 7331 is 9801547, which a template that was carried out would show. */
const PROGRAMS: readonly string[] = [
  `{{1337*7331}}`,
  `\${1337*7331}`,
  '#{1337*7331}',
  '<%= 1337*7331 %>',
  `' OR '1'='1' -- ${WORD}`,
  `1; DROP TABLE ${WORD}`,
  `$(sleep 9)`,
  '| cat /etc/passwd',
  '{"$gt":""}',
  'attribute_exists(pk) OR :a = :a',
  'DEALER#',
  '__proto__',
  'constructor',
  'hasOwnProperty',
];

const FORMULAS: readonly string[] = [
  `=${WORD}+1`,
  `+${WORD}`,
  `-${WORD}`,
  `@${WORD}`,
  `\t=${WORD}`,
  `\r\n=HYPERLINK("http://${WORD}.example")`,
];

const ODD: readonly string[] = [
  '',
  ' ',
  '\u0000',
  `a\u0000${WORD}`,
  '\u202e\u2066\ufeff',
  '\ud800',
  '😀'.repeat(90),
  'İıŞş'.repeat(60),
  'x'.repeat(5_000),
  '9'.repeat(400),
  '-1',
  '00',
  '1e309',
  'NaN',
  '2147483648',
  '99999999999999999999',
  '1.005',
  '0,001',
  '\r\nset-cookie: desk=hq7z',
  '%0d%0aset-cookie:%20desk=hq7z',
  '../../../../etc/passwd',
];

const PLACES: readonly string[] = [
  `https://${WORD}.example/`,
  `//${WORD}.example/`,
  `/\\${WORD}.example`,
  `/desk/../../${WORD}`,
  `/desk//${WORD}.example`,
  `/desk@${WORD}.example`,
  `/desk?\r\nlocation: https://${WORD}.example`,
  `javascript:${WORD}`,
  '/desk/payments',
];

/** Texts that are typed into every field, named as ids in every path, and asked to go back to. */
export const HOSTILE_TEXTS: readonly string[] = [...MARKUP, ...PROGRAMS, ...FORMULAS, ...ODD, ...PLACES, ...CARD_TEXTS];

/** Ends of paths as they stand on the request line, escaped or not. */
export const HOSTILE_ENDS: readonly string[] = [
  '%00',
  '..%2f..%2fadmin',
  '%2e%2e/%2e%2e',
  '..;/',
  '%c0%ae%c0%ae',
  '%ff%fe',
  '%',
  '%zz',
  '%u0041',
  '__proto__',
  'constructor',
  `%3C${WORD}%3E`,
  `%22%3E%3C${WORD}%3E`,
  '%0d%0aset-cookie:%20desk=hq7z',
  '1'.repeat(2_000),
  '0',
  '-1',
  '1.0',
  '1e3',
  '%F0%9F%98%80',
  ' '.replace(' ', '%20'),
  '*',
  ...NUMBERS.slice(0, 6),
];

/** Values of the desk's cookies that nobody gave. */
export const HOSTILE_COOKIES: readonly string[] = [
  '',
  'a',
  'x'.repeat(43),
  'A'.repeat(42),
  'A'.repeat(44),
  '../../../../etc/passwd',
  '"quoted"',
  '{"sessionId":"x"}',
  '%00',
  'é'.repeat(43),
  `<${WORD}>`,
  'x'.repeat(6_000),
  '__proto__',
];

/** Why an answer's text must not have been told; undefined where nothing of what was typed stands in it bare. */
export const toldBare = (markup: string): string | undefined => {
  if (new RegExp(`<${WORD}|<script>alert|["'] ${WORD}=|onerror=${WORD}\\(\\)>`).test(markup))
    return 'markup that was typed';
  if (new RegExp(`(?:href|action|src)="(?:javascript:|(?:https?:)?//${WORD})`).test(markup))
    return 'an address that was typed';
  if (markup.includes('9801547')) return 'a program that was typed was carried out';
  return undefined;
};

/** What stands before a card number in a text, in whatever groups it is told; undefined where none is. */
export const beforeCardNumber = (text: string): string | undefined => {
  const run = text.replaceAll(/[\s\-+]|%20|&nbsp;/g, '');
  const number = NUMBERS.find((one) => run.includes(one));
  if (number === undefined) return undefined;
  const place = run.indexOf(number);
  return run.slice(Math.max(0, place - 60), place);
};
