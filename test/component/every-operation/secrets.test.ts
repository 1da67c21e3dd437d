import { expect, inject, test } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { customerPasswordContext } from '../../../shared/ports/vault.ts';
import { logHolding } from '../../support/app/app-log.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { authenticationOf, newDealer } from '../../support/dealer/dealers.ts';
import { putRows } from '../../support/store/store.ts';

const CARD = '4111111111111111';
const CUSTOMER_PASSWORD = 'open sesame 4711';

test('no password, CheckKey, CodeForHash, secret of a link, card number or personal datum is in a log line (rule 29)', async () => {
  const dealer = await newDealer();
  const { dealerCode } = dealer.dealer;
  const context = customerPasswordContext({ dealerCode, dealerCustomerId: 5 });
  const sealedPassword = await vaultOf(inject('stack')).seal(CUSTOMER_PASSWORD, context);
  const customer = { dealerCode, dealerCustomerId: 5, customerCode: 'C', version: 1, sealedPassword };
  await putRows(dealer.store, [...customerItems(customer)]);
  const contact = { Email: 'payer@example.com', FullName: 'Nobody Known' };
  const link = await dealer.createLink({ OtherTrxCode: 'secret-code-1', ...contact });
  const { Url, CodeForHash } = link.Data as { Url: string; CodeForHash: string };
  const answers = [
    await dealer.getCustomer({ CustomerCode: 'C' }),
    await dealer.createLink({ OtherTrxCode: 'secret-code-1', Email: 'payer@example.com', Description: CARD }),
    await dealer.createLink({ Description: `Card ${CARD}` }),
    await dealer.post('/PaymentUserPos/CreateUserPosPayment', `{"broken": "${CARD}`),
  ];
  await fetch(Url);
  const linkSecret = readAddress(Url.split('/').at(-1) ?? '')?.secret ?? expect.unreachable();
  const log = await logHolding(inject('stack'), dealerCode);
  const { Password, CheckKey } = authenticationOf(dealer.account);
  const secrets = { Password, CheckKey, CodeForHash, linkSecret, CARD, CUSTOMER_PASSWORD, sealedPassword };
  const personal = { email: 'payer@example.com', name: 'Nobody Known', code: 'secret-code-1' };
  for (const [name, secret] of Object.entries({ ...secrets, ...personal })) {
    expect({ name, logged: log.includes(secret) }).toEqual({ name, logged: false });
  }
  expect(JSON.stringify(answers.map(({ ResultMessage }) => ResultMessage))).not.toContain(CARD);
});
