import { nearestName } from '../domain/nearest-name.ts';
import { isJsonObject, type JsonObject } from './body.ts';

/** Unknown members that are compared with the known ones; a body may have thousands. */
const MOST_COMPARED = 50;
/** Only such a name is told back: what is longer, or no word, may hold anything. */
const WORD = /^[A-Za-z]\w{0,39}$/;

/** A member of a request that is no field of it, and the field that was probably meant. */
interface Slip {
  readonly given: string;
  readonly meant: string;
}

/** Known members that are not given, each with an unknown member that is near to it. */
const slipsIn = (given: JsonObject, known: readonly string[]): readonly Slip[] => {
  const missing = known.filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && WORD.test(name));
  return unknown.slice(0, MOST_COMPARED).flatMap((name) => {
    const meant = nearestName(name, missing);
    return meant === undefined ? [] : [{ given: name, meant }];
  });
};

const names = (sentence: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(sentence);

/**
 * A sentence that refuses a request for want of a field, and what was written in the field's place. Only names of members
 * are told, never a value. Other sentences stay as they are: unknown members refuse nothing.
 */
export const withSlip = (sentence: string, given: unknown, known: readonly string[]): string => {
  if (!isJsonObject(given)) return sentence;
  const slip = slipsIn(given, known).find(({ meant }) => names(sentence, meant));
  return slip === undefined ? sentence : `${sentence} The request has ${slip.given}: did you mean ${slip.meant}?`;
};

/** What a body has in place of a block: a name that is near to it, or a block of the same kind that others take. */
export const withOtherBlock = (sentence: string, body: JsonObject, wanted: readonly string[]): string => {
  const [kind = ''] = /(?:Authentication|Request)$/.exec(wanted[0] ?? '') ?? [];
  const others = Object.keys(body)
    .filter((name) => WORD.test(name) && !wanted.includes(name))
    .slice(0, MOST_COMPARED);
  const near = others.find((name) => nearestName(name, wanted) !== undefined);
  const found = near ?? others.find((name) => kind !== '' && name.endsWith(kind));
  return found === undefined ? sentence : `${sentence} The body has ${found} instead.`;
};
