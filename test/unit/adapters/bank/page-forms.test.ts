import { describe, expect, test } from 'vitest';
import { formsOfPage } from '../../../../shared/adapters/bank/page-forms.ts';

const formIn = (markup: string) => {
  const { forms } = formsOfPage(markup);
  expect(forms).toHaveLength(1);
  return forms[0];
};
const formOf = (controls: string, attributes = 'method="post"') => formIn(`<form ${attributes}>${controls}</form>`);

describe('the controls of a form as a browser sends them', () => {
  test.each<[string, string, readonly (readonly [string, string])[], boolean]>([
    ['a hidden field', '<input type="hidden" name="a" value="1">', [['a', '1']], false],
    ['a hidden field without a value', '<input type="hidden" name="a">', [['a', '']], false],
    ['a hidden field keeps its lines', '<input type="hidden" name="a" value="1\n2">', [['a', '1\n2']], false],
    ['a field without a name', '<input type="hidden" value="1">', [], false],
    ['a text is the type where none is named', '<input name="a" value="1\r\n2">', [['a', '12']], false],
    ['a text that is empty asks the payer', '<input name="a">', [], true],
    ['a text of lines alone asks too', '<input name="a" value="\n">', [], true],
    ['an area keeps its lines', '<textarea name="a">1\n2</textarea>', [['a', '1\n2']], false],
    ['an area whose type says button is an area', '<textarea name="a" type="submit">1</textarea>', [['a', '1']], false],
    ['an area whose type says hidden asks where empty', '<textarea name="a" type="hidden"></textarea>', [], true],
    ['a list asks', '<select name="a"><option value="1">x</select>', [], true],
    ['a box asks', '<input type="checkbox" name="a" value="1">', [], true],
    ['a choice asks', '<input type="RADIO" name="a" value="1">', [], true],
    ['a file asks', '<input type="file" name="a" value="1">', [], true],
    ['an image is a button', '<input type="image" name="a" value="1">', [], false],
    ['a reset is a button', '<input type="reset" name="a" value="1">', [], false],
    ['a button', '<input type="button" name="a" value="1">', [], false],
    ['what is switched off', '<input name="a" disabled><select disabled></select>', [], false],
  ])('%s', (_rule, control, fields, asksPayer) => {
    expect(formOf(control)).toMatchObject({ fields, asksPayer });
  });

  test('what a form asks does not take its other fields', () => {
    const form = formOf('<input type="hidden" name="a" value="1"><input name="code"><input type="hidden" name="b">');
    expect(form).toMatchObject({ asksPayer: true });
    expect(form?.fields).toEqual([
      ['a', '1'],
      ['b', ''],
    ]);
  });
});

const HIDDEN = (name: string, attributes = '') => `<input type="hidden" name="${name}" value="1" ${attributes}>`;

describe('which form a control belongs to', () => {
  const namesByForm = (markup: string) =>
    formsOfPage(markup).forms.map(({ fields }) => fields.map(([name]) => name).join(' '));

  test.each<[string, string, readonly string[]]>([
    ['that around it', `<form>${HIDDEN('a')}</form><form>${HIDDEN('b')}</form>`, ['a', 'b']],
    ['none', `<form>${HIDDEN('a')}</form>${HIDDEN('b')}<form>${HIDDEN('c')}</form>`, ['a', 'c']],
    [
      'that which it names',
      `<form id="f">${HIDDEN('a')}</form><form id="g">${HIDDEN('b', 'form="f"')}</form>`,
      ['a b', ''],
    ],
    ['one that is not there', `<form id="f">${HIDDEN('a')}${HIDDEN('b', 'form="x"')}</form>`, ['a']],
    ['the only form, which is empty', `<form></form>${HIDDEN('a')}${HIDDEN('b', 'form="x"')}`, ['a']],
    ['none of two that are empty', `<form></form><form></form>${HIDDEN('a')}`, ['', '']],
  ])('%s', (_rule, markup, names) => {
    expect(namesByForm(markup)).toEqual(names);
  });
});

describe('where a form goes', () => {
  test('is what it says, without the blanks around it', () => {
    const form = formOf('', 'action=" /a " method=" POST " enctype=" Application/X-WWW-Form-Urlencoded "');
    expect(form).toEqual({ action: '/a', posts: true, fields: [], asksPayer: false });
  });

  test.each([
    ['', false],
    ['method="get"', false],
    ['method="dialog"', false],
    ['method="post"', true],
    ['method="post" enctype="multipart/form-data"', false],
    ['method="post" enctype=" Multipart/Form-Data "', false],
    ['method="post" enctype="text/plain"', false],
    ['method="post" enctype="other"', true],
  ])('a form with %s posts its fields: %s', (attributes, posts) => {
    expect(formOf('', attributes)).toMatchObject({ action: '', posts });
  });

  test('an encoding is there where it is named', () => {
    expect(formOf('', 'accept-charset="utf-8"')).toMatchObject({ acceptCharset: 'utf-8' });
    expect(formOf('')).not.toHaveProperty('acceptCharset');
  });

  test.each<[string, string, string | undefined]>([
    ['the first base with an address', '<base target="x"><base href="/b"><base href="/c">', '/b'],
    ['no link', '<a href="/a">x</a>', undefined],
    ['no base without an address', '<base target="x">', undefined],
  ])('%s is its base', (_rule, head, base) => {
    const page = formsOfPage(`${head}<form></form>`);
    expect(page.base).toBe(base);
    expect('base' in page).toBe(base !== undefined);
  });
});
