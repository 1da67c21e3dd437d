import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, type RawBody, readBody } from '../../../shared/http/body.ts';
import { sentenceOfProblem } from '../../../shared/http/body-sentences.ts';
import { MAX_FORM_PAIRS } from '../../../shared/http/form-body.ts';

const form = (body: string, contentType = 'application/x-www-form-urlencoded'): RawBody => ({ body, contentType });
const read = (body: string) => readBody(form(body));

describe('a form is read as the JSON that it stands for (decisions: tolerant reading)', () => {
  test.each<[string, string, unknown]>([
    ['objects', 'a[b]=1&a[c][d]=2&e=3', { a: { b: '1', c: { d: '2' } }, e: '3' }],
    ['entries that follow each other', 'a[][b]=1&a[][c]=2&a[][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    [
      'an object in an entry, whose repeated value begins the next entry',
      'a[][b][c]=1&a[][b][d]=2&a[][b][c]=3',
      { a: [{ b: { c: '1', d: '2' } }, { b: { c: '3' } }] },
    ],
    [
      'a list in an entry, which begins no entry',
      'a[][b]=1&a[][c][][d]=2&a[][c][][d]=3&a[][b]=4',
      { a: [{ b: '1', c: [{ d: '2' }, { d: '3' }] }, { b: '4' }] },
    ],
    ['entries with numbers, in any order', 'a[1][b]=2&a[0][b]=1&a[1][c]=3', { a: [{ b: '1' }, { b: '2', c: '3' }] }],
    ['a list of values', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['an empty list, as programs write it', 'a[]=', { a: [] }],
    ['values that are empty or left out', 'a=&b&c[d]=', { a: '', b: '', c: { d: '' } }],
    [
      'plus, percent and UTF-8',
      'a%5Bb%5D=1+2%2B3%26%3D%25&c=I%C4%9Fd%C4%B1r&%C3%A7=ı',
      { a: { b: '1 2+3&=%' }, c: 'Iğdır', ç: 'ı' },
    ],
    ['a percent sign that escapes nothing', 'a=100%&b=%zz', { a: '100%', b: '%zz' }],
    ['an equals sign in a value', 'a=b=c', { a: 'b=c' }],
    ['no pair at all', '&&', {}],
    [
      'names that every object has from its prototype',
      'toString=1&a[hasOwnProperty]=2',
      { toString: '1', a: { hasOwnProperty: '2' } },
    ],
    ['the deepest field', 'a[b][c][][d]=1', { a: { b: { c: [{ d: '1' }] } } }],
  ])('%s', (_what, body, value) => {
    expect(read(body)).toEqual(value);
    expect(readBody({ ...form(Buffer.from(body).toString('base64')), isBase64Encoded: true })).toEqual(value);
  });

  test('Content-Type may stand in any case and with a charset', () => {
    expect(readBody(form('a[b]=1', ' Application/X-WWW-Form-Urlencoded; charset=utf-8'))).toEqual({ a: { b: '1' } });
  });
});

describe('a form that could be read in two ways is refused, and the sentence names the field', () => {
  test.each<[string, string, string]>([
    ['a repeated value', 'a[b]=1&a[b]=1', 'A field of the form is given more than once. It is a[b].'],
    [
      'a repeated value of a numbered entry',
      'a[0][b]=1&a[0][b]=2',
      'A field of the form is given more than once. It is a[0][b].',
    ],
    [
      'a value and an object',
      'a=1&a[b]=2',
      'A field of the form is given as a value, as an object or as a list at the same time. It is a[b].',
    ],
    [
      'an object and a value',
      'a[b]=1&a=2',
      'A field of the form is given as a value, as an object or as a list at the same time. It is a.',
    ],
    [
      'a list and an object',
      'a[][b]=1&a[c]=2',
      'A field of the form is given as a value, as an object or as a list at the same time. It is a[c].',
    ],
    [
      'a list with and without numbers',
      'a[][b]=1&a[0][b]=2',
      'A field of the form is given as a value, as an object or as a list at the same time. It is a[0][b].',
    ],
    [
      'values and objects in one list',
      'a[]=1&a[][b]=2',
      'A field of the form is given as a value, as an object or as a list at the same time. It is a[][b].',
    ],
    [
      'a list that leaves a number out',
      'a[0][b]=1&a[2][b]=2',
      'The entries of a list in a form must be numbered from 0 without a gap.',
    ],
    [
      'a number with a zero in front',
      'a[00][b]=1',
      'The entries of a list in a form must be numbered from 0 without a gap.',
    ],
    [
      'five pairs of brackets',
      'a[b][c][d][e][f]=1',
      'A name in a form must have at most 4 pairs of brackets. It is a[b][c][d][e][f].',
    ],
    [
      'JSON',
      '{"a":{"b":"4111111111111111"}}',
      'The form has a name that is not written as Block[Field] or Block[List][0][Field]. Content-Type of JSON is application/json.',
    ],
    [
      'a bracket that stays open',
      'a[b=1',
      'The form has a name that is not written as Block[Field] or Block[List][0][Field]. Content-Type of JSON is application/json.',
    ],
    ['bytes that are no UTF-8', 'a=%E7', 'The form must be UTF-8 text.'],
    [
      'a card number as a name',
      '4111111111111111=1&4111111111111111=1',
      'A field of the form is given as a value, as an object or as a list at the same time.',
    ],
  ])('%s', (_what, body, sentence) => {
    const problem = read(body);
    if (typeof problem !== 'string') throw new Error('it was read');
    expect(sentenceOfProblem(problem, form(body))).toBe(sentence);
  });

  test.each(['__proto__', 'constructor', 'prototype'])('the name %s, wherever it stands', (name) => {
    for (const body of [`${name}=1`, `${name}[a]=1`, `a[${name}]=1`, `a[][${name}][b]=1`]) {
      expect(read(body)).toBe('form-reserved-name');
    }
    expect({}).not.toHaveProperty('a');
  });

  test(`${MAX_FORM_PAIRS} pairs are read, and one more is refused`, () => {
    const pairs = Array.from({ length: MAX_FORM_PAIRS }, (_, index) => `a[${index}][b]=${index}`);
    expect(read(pairs.join('&'))).toMatchObject({ a: { length: MAX_FORM_PAIRS } });
    expect(read([...pairs, 'b=1'].join('&'))).toBe('form-too-many-pairs');
  });

  test('a form above 256 kB is too large before it is looked at', () => {
    expect(read(`a=${'x'.repeat(MAX_BODY_BYTES)}`)).toBe('too-large');
  });
});
