import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../../../shared/adapters/garanti/callback.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { type CallbackHashField, callbackHashFields } from '../../../shared/garanti/hashes.ts';
import type { CallbackVerdict } from '../../../shared/ports/three-d-gate.ts';
import { startOf } from '../../support/bank/bank-calls.ts';
import { fieldsOfCallback, signedCallback, signedPart } from '../../support/bank/garanti-callback.ts';
import { garantiAccount } from '../../support/bank/garanti-documents.ts';

const account = garantiAccount({ attemptedThreeDAllowed: true });
const expected = startOf('approved');
const verdictOn = (posted: readonly FormField[]): CallbackVerdict =>
  verifyCallback({ account, expected, sandbox: true }, posted);

const base64 = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<string> =>
  bytes.map((one) => Buffer.from(one).toString('base64'));
const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

/** Base64 whose characters are mostly digits and letters of the result words: borders are moved most easily then. */
const confusing = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('0', '1', '2', '7', '00', '99', 'Error', 'Approved', 'Declined', 'A'), {
      minLength: length,
      maxLength: length,
    })
    .map((parts) => parts.join('').slice(0, length));
const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const cavv = fc.oneof(base64(bytes(20, 20)), base64(bytes(21, 21)), confusing(28));
const token = fc.oneof(base64(bytes(1, 40)), confusing(20), confusing(32));

const results = fc.oneof(
  fc.constant({ authcode: '', procreturncode: '', response: '' }),
  fc.record({
    authcode: fc.stringMatching(/^[A-Za-z0-9]{0,6}$/),
    procreturncode: fc.oneof(fc.constant(''), digits(2)),
    response: fc.constantFrom('Approved', 'Declined', 'Error'),
  }),
);
const proofs = fc.oneof(fc.record({ cavv, eci: digits(2) }), fc.constant({ cavv: '', eci: '' }));
const signedFields = fc
  .tuple(results, proofs, fc.stringMatching(/^\d?$/), token, token)
  .map(([result, proof, mdstatus, md, rnd]) => ({ ...result, ...proof, mdstatus, md, rnd }));

const postedWith = (changes: Readonly<Record<string, string>>): readonly FormField[] =>
  signedCallback(fieldsOfCallback({ account, expected }, changes), account.storeKey);
const changed = (posted: readonly FormField[], changes: Readonly<Record<string, string>>): readonly FormField[] =>
  posted.map(([name, value]) => [name, changes[name] ?? value]);

/** What the charge after 3D would be told, without the border between md and rnd, which the bank itself checks. */
const contentOf = (verdict: CallbackVerdict, posted: readonly FormField[]): unknown => {
  if (verdict.kind !== 'authenticated') return verdict;
  const { eci, cavv: proof, md } = verdict.authentication;
  const rnd = posted.find(([name]) => name === 'rnd')?.[1] ?? '';
  return { mdStatus: verdict.mdStatus, eci, cavv: proof, sealed: `${md}${rnd}` };
};

/** All ways to read joined values as fields of acceptable lengths: with every border at every place that a shape allows. */
const readingsOf = (joined: string): readonly Readonly<Record<string, string>>[] => {
  const behindOrder = joined.slice(account.terminalId.length + expected.order.orderId.length);
  let readings = [{ rest: behindOrder, fields: {} as Readonly<Record<string, string>> }];
  const lengths: readonly (readonly [CallbackHashField, (rest: string) => readonly number[]])[] = [
    ['authcode', () => [0, 1, 2, 3, 4, 5, 6]],
    ['procreturncode', () => [0, 2]],
    [
      'response',
      (rest) =>
        ['', 'Approved', 'Declined', 'Error'].filter((word) => rest.startsWith(word)).map((word) => word.length),
    ],
    ['mdstatus', () => [0, 1]],
    ['cavv', () => [0, 28]],
    ['eci', () => [0, 2]],
    ['md', (rest) => Array.from({ length: Math.floor(rest.length / 4) + 1 }, (_, groups) => groups * 4)],
  ];
  for (const [name, lengthsIn] of lengths) {
    readings = readings.flatMap(({ rest, fields }) =>
      lengthsIn(rest)
        .filter((length) => length <= rest.length)
        .map((length) => ({ rest: rest.slice(length), fields: { ...fields, [name]: rest.slice(0, length) } })),
    );
  }
  return readings.map(({ rest, fields }) => ({ ...fields, rnd: rest }));
};

/** Whether any shape fits: the others are refused by themselves, and would only take time. */
const mayHaveShape = ({ rnd = '', md = '', eci = '', mdstatus = '' }: Readonly<Record<string, string>>): boolean =>
  rnd.length % 4 === 0 && !md.slice(0, -2).includes('=') && /^\d*$/.test(`${eci}${mdstatus}`);

describe('The borders between signed values', () => {
  test('may be moved anywhere, and no callback is then taken for another content', () => {
    fc.assert(
      fc.property(signedFields, (fields) => {
        const posted = postedWith(fields);
        const whole = verdictOn(posted);
        fc.pre(whole.kind !== 'refused');
        const values = signedPart(new Map(posted));
        const readings = readingsOf(callbackHashFields.map((name) => values[name]).join('')).filter(mayHaveShape);
        for (const moved of readings) {
          const others = changed(posted, moved);
          const verdict = verdictOn(others);
          if (verdict.kind !== 'refused') expect(contentOf(verdict, others)).toEqual(contentOf(whole, posted));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('between md and rnd is refused wherever it falls inside of a group of four, or behind padding', () => {
    fc.assert(
      fc.property(token, token, fc.integer({ min: -8, max: 8 }), (md, rnd, by) => {
        const posted = postedWith({ md, rnd });
        fc.pre(verdictOn(posted).kind === 'authenticated');
        const joined = `${md}${rnd}`;
        const place = md.length + by;
        fc.pre(place > 0 && place < joined.length && (by % 4 !== 0 || joined.slice(0, place - 1).includes('=')));
        fc.pre(by !== 0);
        const moved = { md: joined.slice(0, place), rnd: joined.slice(place) };
        expect(verdictOn(changed(posted, moved)).kind).toBe('refused');
      }),
    );
  });
});

/** Fields that decide nothing: texts for people, the payer's address, and what repeats signed values. */
const FREE = ['mderrormessage', 'txnstatus', 'errmsg', 'hostrefnum', 'MaskedPan', 'customeripaddress', 'hashparamsval'];

test('no change of a single field of a signed callback is accepted, but of those that decide nothing', () => {
  const posted = postedWith({ authcode: '304919', procreturncode: '00', response: 'Approved' });
  const whole = verdictOn(posted);
  expect(whole.kind).toBe('authenticated');
  const value = fc.oneof(
    fc.constantFrom('', '0', '1', '2', 'Approved', 'Error', '00', '99', '02', 'AAAA', '949', '840'),
    fc.string({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...posted.map(([name]) => name)), value, (name, other) => {
      fc.pre(posted.find(([one]) => one === name)?.[1] !== other);
      const verdict = verdictOn(changed(posted, { [name]: other }));
      if (FREE.includes(name)) expect(verdict).toEqual(whole);
      // Nothing signs xid: it is passed on, and the bank compares it with its own.
      else if (name === 'xid' && verdict.kind === 'authenticated') expect(verdict.authentication.xid).toBe(other);
      else expect(verdict.kind).toBe('refused');
    }),
    { numRuns: 2000 },
  );
});

test('whatever is posted, nothing is proved without the hash', () => {
  const field = fc.tuple(
    fc.constantFrom(...callbackHashFields, 'hash', 'hashparams', 'txnamount', 'orderid', 'x'),
    fc.string({ maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(field, { maxLength: 20 }), (posted) => {
      expect(verdictOn(posted as readonly FormField[]).kind).toBe('refused');
    }),
  );
});
