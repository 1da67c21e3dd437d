import { createHash, timingSafeEqual } from 'node:crypto';
import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';

/** What a CheckKey is made of. */
export interface Account {
  readonly dealerCode: string;
  readonly username: string;
  readonly password: string;
}

/** An account that this machine knows, with the name that the page calls it by. */
export interface KnownAccount extends Account {
  readonly called: string;
}

/** What the log of requests says of a CheckKey. It holds no password, and no CheckKey. */
export interface CheckKeyFindings {
  /** The exact text that was hashed, its password masked. */
  readonly hashed: string;
  readonly findings: readonly string[];
}

const MASK = '••••••••';

const hashedText = ({ dealerCode, username, password }: Account): string => `${dealerCode}MK${username}PD${password}`;
const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Hashes that developers take for SHA-256, by the length of their hexadecimal text. */
const OTHER_HASHES = new Map([
  [32, 'an MD5'],
  [40, 'a SHA-1'],
  [96, 'a SHA-384'],
  [128, 'a SHA-512'],
]);

const formFindings = (checkKey: string, right: Buffer): readonly string[] => {
  if (checkKey.trim() === '') return ['CheckKey is empty.'];
  if (isSame(Buffer.from(checkKey.trim(), 'base64'), right)) {
    return ['CheckKey is the right hash in base64. Write it in hexadecimal.'];
  }
  if (checkKey !== checkKey.trim()) return ['CheckKey has blanks around it.'];
  const other = OTHER_HASHES.get(checkKey.length);
  if (other !== undefined && /^[0-9a-f]+$/i.test(checkKey)) {
    return [`CheckKey is as long as ${other}. SHA-256 has 64 hexadecimal characters.`];
  }
  if (checkKey.length !== 64) return [`CheckKey has ${checkKey.length} characters. SHA-256 has 64 hexadecimal ones.`];
  return /^[0-9a-f]+$/i.test(checkKey) ? [] : ['CheckKey holds characters that are not hexadecimal.'];
};

type Candidate = readonly [text: string | Buffer, finding: string];

/** Texts that developers hash by mistake, of the account as it was sent. */
const slips = (account: Account): readonly Candidate[] => {
  const { dealerCode, username, password } = account;
  const right = hashedText(account);
  return [
    [`${dealerCode}${username}${password}`, 'It was made without MK and PD between the parts.'],
    [`${dealerCode}mk${username}pd${password}`, 'It was made with mk and pd: they are capital letters.'],
    [`${dealerCode}MK${username}PD`, 'It was made without the password.'],
    [`${dealerCode}PD${username}MK${password}`, 'MK and PD are swapped: MK stands before Username.'],
    [`${username}MK${dealerCode}PD${password}`, 'DealerCode and Username are swapped.'],
    [`${dealerCode}MK${password}PD${username}`, 'Username and Password are swapped.'],
    [`${dealerCode} MK ${username} PD ${password}`, 'It was made with blanks around MK and PD.'],
    [`${dealerCode}MK${username}PD${password.trim()}`, 'Password has blanks around it that were not hashed.'],
    [`${dealerCode}MK${username.trim()}PD${password}`, 'Username has blanks around it that were not hashed.'],
    [`${dealerCode.trim()}MK${username}PD${password}`, 'DealerCode has blanks around it that were not hashed.'],
    [`${dealerCode}MK${username.toLowerCase()}PD${password}`, 'Username was hashed in small letters.'],
    [`${dealerCode}MK${username.toUpperCase()}PD${password}`, 'Username was hashed in capital letters.'],
    [right.toLowerCase(), 'The whole text was hashed in small letters.'],
    [right.toUpperCase(), 'The whole text was hashed in capital letters.'],
    [`${right}\n`, 'A line end was hashed at the end of the text.'],
    [`${right}\r\n`, 'A line end was hashed at the end of the text.'],
    [`"${right}"`, 'Quotation marks were hashed around the text.'],
    [Buffer.from(right, 'utf16le'), 'The text was hashed in UTF-16. Hash its UTF-8 bytes.'],
    [Buffer.from(right, 'latin1'), 'The text was hashed in Latin-1. Hash its UTF-8 bytes.'],
    [sha256(right).toString('hex'), 'The text was hashed twice.'],
  ];
};

const PARTS = ['dealerCode', 'username', 'password'] as const;
const NAMES = { dealerCode: 'DealerCode', username: 'Username', password: 'Password' } as const;

/** Accounts of which some parts are those of a known one: whichever fits tells which part differs. */
const mixtures = (sent: Account, known: KnownAccount): readonly Candidate[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((bits) => {
    const replaced = PARTS.filter((part, index) => (bits & (1 << index)) !== 0 && sent[part] !== known[part]);
    if (replaced.length === 0) return [];
    const mixed = { ...sent, ...Object.fromEntries(replaced.map((part) => [part, known[part]])) };
    const names = new Intl.ListFormat('en').format(replaced.map((part) => NAMES[part]));
    return [
      [
        hashedText(mixed),
        `${names} ${replaced.length === 1 ? 'differs' : 'differ'}: CheckKey was made with that of ${known.called}, the body holds another.`,
      ] as const,
    ];
  });

const withoutMatch = (sent: Account, accounts: readonly KnownAccount[]): readonly string[] => {
  const known = accounts.find(({ dealerCode }) => dealerCode === sent.dealerCode);
  const common =
    'No usual mistake makes this CheckKey. Hash exactly the text above, in UTF-8, and write 64 hexadecimal characters.';
  if (known === undefined) return [common];
  const differing = PARTS.filter((part) => sent[part] !== known[part]).map((part) => NAMES[part]);
  const same = `DealerCode, Username and Password are those of ${known.called}.`;
  const other = `${new Intl.ListFormat('en').format(differing)} in the body ${differing.length === 1 ? 'is not that' : 'are not those'} of ${known.called}.`;
  return [differing.length === 0 ? same : other, common];
};

/**
 * Which part of a CheckKey differs, and the exact text that was to be hashed. For the developer who runs the service alone:
 * the API itself never tells (rule 49).
 */
export const checkKeyFindings = (
  sent: Account & { readonly checkKey: string },
  accounts: readonly KnownAccount[],
): CheckKeyFindings => {
  const right = sha256(hashedText(sent));
  const hashed = maskCardNumbers(hashedText({ ...sent, password: sent.password === '' ? '' : MASK }));
  const form = formFindings(sent.checkKey, right);
  if (form.length > 0) return { hashed, findings: form };
  const given = Buffer.from(sent.checkKey, 'hex');
  if (isSame(given, right)) return { hashed, findings: [] };
  const candidates = [...accounts.flatMap((known) => mixtures(sent, known)), ...slips(sent)];
  const found = candidates.find(([text]) => isSame(given, sha256(text)));
  return { hashed, findings: found === undefined ? withoutMatch(sent, accounts) : [found[1]] };
};

/** Which part of an account is unknown, by the accounts that this machine knows. */
export const accountFindings = (sent: Account, accounts: readonly KnownAccount[]): readonly string[] => {
  const empty = PARTS.filter((part) => sent[part] === '').map((part) => `${NAMES[part]} is empty.`);
  if (empty.length > 0) return empty;
  const known = accounts.find(({ dealerCode }) => dealerCode === sent.dealerCode);
  if (known === undefined) {
    const codes = accounts.map(({ dealerCode, called }) => `${dealerCode} (${called})`);
    return [`DealerCode is none of the demo: ${codes.join(', ')}. Others exist only where an operator set them up.`];
  }
  const differing = PARTS.filter((part) => sent[part] !== known[part]);
  return differing.map((part) => `${NAMES[part]} is not that of ${known.called}, which demo-dealer.json holds.`);
};
