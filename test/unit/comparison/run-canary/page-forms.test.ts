import { describe, expect, test } from 'vitest';
import { filledIn, formsIn, formWithAction } from '../../../../functions/comparison/run-canary/page-forms.ts';

const ADDRESS = 'https://pay.example/pay/abc?lang=tr';
const fieldsOf = (inputs: string) => formsIn(`<form method="post">${inputs}</form>`, ADDRESS)[0]?.fields;

describe('The forms of a page, as a browser without script sees them', () => {
  test('stand in their order, each with its fields and its address', () => {
    const markup = `<p><form method="post" action="/gate">
      <input type="hidden" name="a" value="1"><input name="b"></form>
      text <input name="outside" value="x">
      <form class="x" action="https://bank.example/3d?x=1&amp;y=2"><input name="c" value="2"></form></p>`;
    expect(formsIn(markup, ADDRESS)).toEqual([
      {
        action: 'https://pay.example/gate',
        fields: [
          ['a', '1'],
          ['b', ''],
        ],
      },
      { action: 'https://bank.example/3d?x=1&y=2', fields: [['c', '2']] },
    ]);
    expect(formsIn('<p>nothing</p>', ADDRESS)).toEqual([]);
  });

  test('without an address are posted to their own page; an address that is none is empty', () => {
    expect(formsIn('<form method="post"></form>', ADDRESS)).toEqual([{ action: ADDRESS, fields: [] }]);
    expect(formsIn('<form action="http://"></form>', ADDRESS)).toEqual([{ action: '', fields: [] }]);
  });

  test('post a box or a choice only where it is checked', () => {
    const inputs = ['radio', 'checkbox'].map(
      (type) =>
        `<input type="${type}" name="${type}" value="no"><input type="${type}" name="${type}" value="yes" checked>`,
    );
    expect(fieldsOf(inputs.join(''))).toEqual([
      ['radio', 'yes'],
      ['checkbox', 'yes'],
    ]);
    expect(fieldsOf('<input name="text" value="t" required><input value="nameless">')).toEqual([
      ['text', 't'],
      ['', 'nameless'],
    ]);
  });

  test('hold texts as the page shows them', () => {
    expect(fieldsOf('<input name="&lt;n&gt;" value="A &amp; B &quot;C&quot; &#39;D&#39; &copy;" data-x="1">')).toEqual([
      ['<n>', 'A & B "C" \'D\' &copy;'],
    ]);
  });
});

describe('A form that is filled in', () => {
  const form = {
    action: ADDRESS,
    fields: [
      ['action', 'pay'],
      ['cardNumber', ''],
      ['note', 'a&b'],
    ],
  } as const;

  test('is found by what it does', () => {
    const other = {
      action: ADDRESS,
      fields: [
        ['action', 'cancel'],
        ['kind', 'pay'],
      ],
    } as const;
    expect(formWithAction([other, form], 'pay')).toBe(form);
    expect(formWithAction([other], 'pay')).toBeUndefined();
    expect(formWithAction([], 'pay')).toBeUndefined();
  });

  test('posts what is typed in place of what stands there, and what is typed beside it', () => {
    expect(filledIn(form, {})).toBe('action=pay&cardNumber=&note=a%26b');
    expect(filledIn(form, { cardNumber: '4111', cvc: '123' })).toBe('action=pay&cardNumber=4111&note=a%26b&cvc=123');
  });
});
