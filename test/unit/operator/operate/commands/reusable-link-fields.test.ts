import { expect, test } from 'vitest';
import {
  linkFields,
  requestFieldsIn,
} from '../../../../../functions/operator/operate/commands/reusable-link-fields.ts';
import { readInput } from '../../../../../functions/operator/operate/fields.ts';

const read = (input: object) => readInput(linkFields, { dealerCode: 'D1', linkCode: 'L-1', ...input });

test('a link is asked for as the dealer would ask: what is not given, or removed, is absent', () => {
  const input = read({ title: 'Tea', amount: '27.50', maxPayments: null, language: null, ask: null });
  const absent = { currency: undefined, description: undefined, maxPayments: undefined, language: undefined };
  expect(requestFieldsIn(input)).toMatchObject({ linkCode: 'L-1', title: 'Tea', amount: 2750, ...absent });
  expect(requestFieldsIn(input)).toMatchObject({ openAmount: { suggested: [] }, questions: [], subDealers: [] });
});

test('a question is a field, whether it is needed, and the label of a note', () => {
  const ask = ['FullName:required', 'Email:optional', 'Note:optional:Any allergies: nuts?'];
  expect(requestFieldsIn(read({ ask })).questions).toEqual([
    { field: 'FullName', need: 'required', label: undefined },
    { field: 'Email', need: 'optional', label: undefined },
    { field: 'Note', need: 'optional', label: 'Any allergies: nuts?' },
  ]);
});

test.each(['FullName', 'Phone:required', 'Note:perhaps', 'Note:optional:', 'a Email:optional'])(
  'a question of another form is refused: %s',
  (question) => {
    expect(() => read({ ask: [question] })).toThrow(
      expect.objectContaining({
        field: 'ask.0',
        sentence: 'ask.0 must be such as FullName:required or Note:optional:Allergies.',
      }),
    );
  },
);

test('its page is in Turkish or English', () => {
  for (const language of ['TR', 'EN']) expect(read({ language })).toMatchObject({ language });
  expect(() => read({ language: 'DE' })).toThrow(expect.objectContaining({ field: 'language' }));
});

test('the help says how a question is written', () => {
  expect(linkFields.ask.kind.type).toMatch(/colon, required or optional/);
});
