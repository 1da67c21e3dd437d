import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../../../infra/local/gateway.ts';
import { numbersOfTestCards } from '../../../shared/nestpay/test-card-numbers.ts';
import { longDigitsIn } from '../card/card-secrets.ts';

const RIBBON = /<header class="ribbon">[\s\S]*?<\/header>/g;
/** The page of the embedded bank lists its cards. */
const BANK_LIST = /<details class="test-cards">[\s\S]*?<\/details>/g;
/** A page without the cards that a sandbox stage lists to try. */
export const withoutLists = (markup: string, isOfBank = false): string => {
  const page = markup.replaceAll(RIBBON, '');
  return isOfBank ? page.replaceAll(BANK_LIST, '') : page;
};

/** The pages of documents are files: they name test cards, and nothing of any payment. */
const DOCUMENTS = 'show-documents';
const BANK = 'bank-simulator';
const BOX_CALL = '/PaymentDealer/DoDirectPaymentThreeD';

const isHtml = ({ answerType }: Exchange): boolean => answerType.startsWith('text/html');
const plain = (bytes: Buffer): string =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');

const isForm = ({ contentType }: Exchange): boolean => contentType.startsWith('application/x-www-form-urlencoded');
const sentIn = (exchange: Exchange): string => {
  const body = exchange.body.toString('utf8');
  return isForm(exchange) ? [...new URLSearchParams(body).values()].join('\n') : body;
};

const TAG = /<[^>]*>/g;

const FIELD_OF_DIGITS = /(?<=\bvalue=")[\d ]+(?=")/g;

/** Each tag, whose names keep the values of its attributes apart, the text without them, and the digits that several fields share. */
const piecesOf = (text: string): readonly string[] => [
  ...(text.match(TAG) ?? []),
  text.replaceAll(TAG, ''),
  (text.match(FIELD_OF_DIGITS) ?? []).join(' '),
];

/** Without what may stand between the digits of one number: up to three marks or spaces, but no letter. */
const withJoinedDigits = (piece: string): string =>
  piece.replaceAll(/&(?:[a-z]+|#\w+);|\s+/gi, ' ').replaceAll(/(?<=\d)[^\p{L}\d]{1,3}(?=\d)/gu, '');

/**
 * The numbers of test cards that a text shows as one value, in one piece or with marks between their digits. Digits of different
 * values are not joined: now and then those of an id, an amount and a form's token would make up a number by chance.
 */
export const numbersIn = (text: string): readonly string[] => {
  const digits = longDigitsIn(piecesOf(text).map(withJoinedDigits).join('\n'));
  return numbersOfTestCards.filter((number) => digits.includes(number));
};

const urlIn = (answer: Buffer): string | undefined => /"(https?:\/\/[^"]*\/box\/[^"?]*)/.exec(plain(answer))?.[1];
const pathOf = (target: string): string => target.split('?')[0] ?? '';

/**
 * Hears every exchange of a run, and finds the card numbers that an HTML answer tells though nobody gave them for that very
 * answer: so they came out of the vault. A number may stand where the request itself sent it, and at the address of a box
 * whose call sent it. What a sandbox stage lists to try is left out.
 */
export class LeakedNumbers {
  /** The numbers that the dealer's call of a box sent, by the path of the box. */
  readonly #boxes = new Map<string, readonly string[]>();
  readonly #found: string[] = [];
  #pages = 0;

  /** What was found: which function told how many numbers at which route; never the number itself. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** How many pages were searched. */
  get pages(): number {
    return this.#pages;
  }

  readonly heard = (exchange: Exchange): void => {
    const { target, functionName, routeKey, answer } = exchange;
    if (target.startsWith(BOX_CALL)) {
      const url = urlIn(answer);
      if (url !== undefined) this.#boxes.set(new URL(url).pathname, numbersIn(sentIn(exchange)));
    }
    if (!isHtml(exchange) || functionName.endsWith(DOCUMENTS)) return;
    this.#pages += 1;
    const told = numbersIn(withoutLists(plain(answer), functionName.endsWith(BANK)));
    if (told.length === 0) return;
    const given = [...numbersIn(sentIn(exchange)), ...(this.#boxes.get(pathOf(target)) ?? [])];
    const unasked = told.filter((number) => !given.includes(number));
    if (unasked.length > 0) this.#found.push(`${functionName} at ${routeKey}: ${unasked.length}`);
  };
}

/** Searches every page of the whole run: none may tell the number of a stored card. */
export const refuseLeakedNumbers = ({ found, pages }: LeakedNumbers): void => {
  if (found.length > 0)
    throw new Error(`card numbers in ${found.length} of ${pages} pages: ${[...new Set(found)].join('; ')}`);
};
