import { describe, expect, test } from 'vitest';
import { voidForm } from '../../support/desk/void-form.ts';
import { wholeDealer } from '../../support/desk/whole-dealer.ts';

describe('A form that is posted again (rule 54)', () => {
  test('moves money once, also from two sessions of the same user at once', async () => {
    const dealer = await wholeDealer();
    const person = await dealer.signedIn();
    const path = `/desk/payments/${dealer.paymentId}/void`;
    const other = await dealer.signedIn();
    const [mine, theirs] = [await voidForm(person, path), await voidForm(other, path)];
    const answers = await Promise.all([
      person.browser.post(mine),
      other.browser.post(theirs),
      person.browser.post(mine),
      other.browser.post(theirs),
    ]);
    for (const { status } of answers) expect(status).toBeOneOf([303, 409]);
    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    const steps = (await dealer.rows()).filter((row) => /#STEP#/.test(row));
    expect(steps).toHaveLength(1);
    expect(await dealer.dealer.charges()).toEqual([]);
  });
});
