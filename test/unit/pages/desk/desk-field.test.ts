import { describe, expect, test } from 'vitest';
import { deskInput } from '../../../../shared/pages/desk/frame/desk-field.ts';
import { field } from '../../../../shared/pages/desk/sign-in/visitor-form.ts';

const shown = (value: string): readonly string[] => [
  deskInput({ name: 'name', label: 'Name', value }).markup,
  field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'off', maxLength: 100, value }).markup,
];

describe('A field that shows again what was typed', () => {
  test('masks a card number in whatever groups, whatever the field is for (rule 32)', () => {
    for (const typed of ['4546711234567894', 'of 4546 7112 3456 7894', '4546-7112-3456-7894'])
      for (const markup of shown(typed)) {
        expect(markup.replaceAll(/\D/g, '')).not.toContain('4546711234567894');
        expect(markup).toContain('••••');
      }
  });

  test('shows every other text as it was typed, escaped', () => {
    for (const markup of shown('Ayşe "Öz" & 0212 555 01 23')) {
      expect(markup).toContain('value="Ayşe &quot;Öz&quot; &amp; 0212 555 01 23"');
    }
  });
});
