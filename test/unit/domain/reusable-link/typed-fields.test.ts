import { describe, expect, test } from 'vitest';
import type { Question } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { readTypedFields } from '../../../../shared/domain/reusable-link/typed-fields.ts';
import { asks, asksNote, fixedAmount, openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';

const asking = (...questions: readonly Question[]) => reusableLinkWith({ questions });
const answered = (question: Question, text: string) => readTypedFields(asking(question), { answers: [text] }, 'tr');

describe('What a payer types on the page of a link (rule 52)', () => {
  test.each([
    ['9,99', 'too-small'],
    ['10', 1000],
    ['5.000', 500_000],
    ['5000,01', 'too-large'],
    ['', 'missing'],
    ['1,250', 'unclear'],
  ])('an open amount from 10 to 5,000: %j is %s', (amount, expected) => {
    const read = readTypedFields(reusableLinkWith({ amount: openAmount() }), { amount, answers: [] }, 'tr');
    if (typeof expected === 'number') expect(read).toEqual({ kind: 'read', typed: { amount: expected, answers: [] } });
    else expect(read).toEqual({ kind: 'problems', problems: [{ field: 'amount', kind: expected }] });
  });

  test('a fixed amount is the link’s, whatever is posted', () => {
    const link = reusableLinkWith({ amount: fixedAmount(2750) });
    expect(readTypedFields(link, { amount: '1', answers: [] }, 'tr')).toEqual({
      kind: 'read',
      typed: { amount: 2750, answers: [] },
    });
  });

  test('answers go where their question says, notes with their label, and what was left empty is absent', () => {
    const questions = [
      asks('GsmNumber', false),
      asksNote('Masa', false),
      asks('Email'),
      asks('FullName'),
      asksNote('Not'),
    ];
    const answers = [' ', '', 'elif@example.com', '  Elif\tDeneme ', ' Pencere\nkenarı '];
    expect(readTypedFields(reusableLinkWith({ questions }), { answers }, 'tr')).toEqual({
      kind: 'read',
      typed: {
        amount: 2500,
        email: 'elif@example.com',
        fullName: 'Elif Deneme',
        answers: [{ label: 'Not', text: 'Pencere kenarı' }],
      },
    });
  });

  test('every problem is told at once, in the order of the form', () => {
    const link = reusableLinkWith({
      amount: openAmount(),
      questions: [asks('FullName'), asks('Email'), asks('GsmNumber')],
    });
    expect(readTypedFields(link, { amount: 'x', answers: ['', 'elif@', '123'] }, 'tr')).toEqual({
      kind: 'problems',
      problems: [
        { field: 'amount', kind: 'unclear' },
        { field: 0, kind: 'missing' },
        { field: 1, kind: 'wrong' },
        { field: 2, kind: 'wrong' },
      ],
    });
  });

  test.each([
    ['0532 123 45 67', '5321234567'],
    ['+90 (532) 123-45-67', '5321234567'],
    ['5321234567', '5321234567'],
  ])('a phone is kept as ten digits: %s', (typed, gsmNumber) => {
    expect(answered(asks('GsmNumber'), typed)).toMatchObject({ kind: 'read', typed: { gsmNumber } });
  });

  test.each([
    [asks('FullName'), 'x'.repeat(101), 'too-long'],
    [asks('FullName'), '4111 1111 1111 1111', 'card-number'],
    [asksNote('Not'), 'kart 5406675406675403', 'card-number'],
    [asksNote('Not'), 'x'.repeat(201), 'too-long'],
    [asksNote('Not'), '\u200b\u202e', 'missing'],
    [asks('Email', false), 'a b@example.com', 'wrong'],
  ] as const)('%j refuses %j as %s', (question, text, kind) => {
    expect(answered(question, text)).toEqual({ kind: 'problems', problems: [{ field: 0, kind }] });
  });

  test('an answer that is not there is an empty one', () => {
    expect(readTypedFields(asking(asks('FullName')), { answers: [] }, 'en')).toMatchObject({ kind: 'problems' });
    expect(readTypedFields(asking(asks('FullName', false)), { answers: [] }, 'en')).toMatchObject({ kind: 'read' });
  });

  test.each([
    [asks('FullName'), 'x'.repeat(100)],
    [asksNote('Not'), 'x'.repeat(200)],
  ] as const)('%j takes an answer that is as long as may be', (question, text) => {
    expect(answered(question, text)).toMatchObject({ kind: 'read' });
  });

  test('many blanks are one', () => {
    expect(answered(asks('FullName'), 'Elif \t\n  Deneme')).toMatchObject({ typed: { fullName: 'Elif Deneme' } });
  });

  test('an amount that is not there is missing, and a note without a label has an empty one', () => {
    const open = reusableLinkWith({ amount: openAmount() });
    expect(readTypedFields(open, { answers: [] }, 'tr')).toEqual({
      kind: 'problems',
      problems: [{ field: 'amount', kind: 'missing' }],
    });
    expect(answered({ field: 'Note', required: true }, 'Pencere')).toMatchObject({
      typed: { answers: [{ label: '', text: 'Pencere' }] },
    });
  });
});
