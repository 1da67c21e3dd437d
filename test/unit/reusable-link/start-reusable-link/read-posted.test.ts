import { expect, test } from 'vitest';
import { readPosted } from '../../../../functions/reusable-link/start-reusable-link/read-posted.ts';
import { answerField, linkFormFields } from '../../../../shared/pages/link-form-fields.ts';
import { asks, openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';

const link = reusableLinkWith({ amount: openAmount(), questions: [asks('FullName'), asks('Email')] });

test('A post without fields asks for nothing but the request, with empty texts', () => {
  const empty = { action: 'go', formValue: '', shown: '', typed: { amount: '', answers: ['', ''] } };
  expect(readPosted(link, undefined, 'tr')).toEqual(empty);
  expect(readPosted(link, [], 'tr')).toEqual(empty);
});

test('A link whose dealer set the amount reads none', () => {
  const fixed = reusableLinkWith({ questions: [] });
  expect(readPosted(fixed, [[linkFormFields.amount, '5']], 'tr').typed).toEqual({ answers: [] });
});

test('A text of any length is given back with a thousand characters at most, so that a mistake can be seen', () => {
  const { typed } = readPosted(link, [[answerField(0), 'x'.repeat(1001)]], 'tr');
  expect(typed.answers[0]).toBe('x'.repeat(1000));
});
