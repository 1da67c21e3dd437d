import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { writeXml, type XmlElements } from '../../../shared/adapters/bank/xml-writer.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { newOrderId } from './bank-server.ts';

/** A `CC5Response` as any client would read it. */
export interface WireAnswer {
  readonly OrderId: string;
  readonly Response: string;
  readonly AuthCode: string;
  readonly HostRefNum: string;
  readonly ProcReturnCode: string;
  readonly TransId: string;
  readonly ErrMsg: string;
  readonly Extra: Readonly<Record<string, string>>;
  /** The unparsed answer. */
  readonly text: string;
}

/** Elements with their text; undefined is left out. */
type Texts = Readonly<Record<string, string | undefined>>;

/** The elements that identify the merchant. */
export const credentialsOf = ({ apiUser, apiPassword, clientId }: NestPayAccount): Texts => ({
  Name: apiUser,
  Password: apiPassword,
  ClientId: clientId,
});

/** A valid charge, in the elements of the wire. */
export const goodCharge = (account: NestPayAccount, changes: Texts = {}): Texts => ({
  ...credentialsOf(account),
  Type: 'Auth',
  IPAddress: '203.0.113.7',
  OrderId: newOrderId(),
  Total: '123.45',
  Currency: '949',
  Taksit: '',
  Number: testCard('approved').number,
  Expires: '09/31',
  Cvv2Val: '123',
  Mode: 'P',
  ...changes,
});

export const documentOf = (elements: XmlElements): string => writeXml({ CC5Request: elements });

/** Posts a body to the payment API without the adapter. */
export const postBody = async (
  account: NestPayAccount,
  body: string,
  contentType = 'text/xml; charset=ISO-8859-9',
): Promise<WireAnswer> => {
  const response = await fetch(`${account.gateway}/fim/api`, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType },
  });
  const text = await response.text();
  const tree = readXml(text) as { readonly CC5Response: Omit<WireAnswer, 'text'> };
  return { ...tree.CC5Response, text };
};

export const postElements = (account: NestPayAccount, elements: XmlElements): Promise<WireAnswer> =>
  postBody(account, documentOf(elements));
