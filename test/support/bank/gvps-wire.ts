import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { writeXml, type XmlElements } from '../../../shared/adapters/bank/xml-writer.ts';
import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { requestHash } from '../../../shared/garanti/hashes.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { newOrderId } from './bank-server.ts';

/** What a test asks of the bank, and what it wants changed in a request that is otherwise right. */
export interface GvpsAsked {
  readonly type: string;
  readonly orderId?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly card?: { readonly Number?: string; readonly ExpireDate?: string; readonly CVV2?: string };
  readonly order?: XmlElements;
  readonly transaction?: XmlElements;
  readonly request?: XmlElements;
  readonly terminal?: XmlElements;
}

/** A `GVPSResponse` as any client would read it. */
export interface GvpsAnswer {
  readonly Order: Readonly<Record<string, unknown>> & { readonly OrderID: string };
  readonly Transaction: {
    readonly Response: Readonly<
      Record<'Source' | 'Code' | 'ReasonCode' | 'Message' | 'ErrorMsg' | 'SysErrMsg', string>
    >;
    readonly RetrefNum: string;
    readonly AuthCode: string;
    readonly ProvDate: string;
    readonly CardNumberMasked: string;
  };
  /** The unparsed answer, and the encoding of its bytes. */
  readonly text: string;
  readonly charset: string;
}

export const goodCard = (id = 'approved') => {
  const { number, garantiNumber = number } = testCard(id);
  return { Number: garantiNumber, ExpireDate: '0931', CVV2: '123' };
};

const isRefund = (type: string): boolean => type === 'void' || type === 'refund';

/** The document of a request, with the hash of what it says. */
export const gvpsDocument = (account: GarantiAccount, asked: GvpsAsked): string => {
  const { type, amount = '1', currency = '949', card } = asked;
  const orderId = asked.orderId ?? newOrderId();
  const [user, password] = isRefund(type)
    ? [account.refundUser, account.refundPassword]
    : [account.provisionUser, account.provisionPassword];
  const hashed = { orderId, cardNumber: card?.Number ?? '', amount: Number(amount), currencyCode: currency };
  return writeXml(
    {
      GVPSRequest: {
        Mode: 'TEST',
        Version: '512',
        Terminal: {
          ProvUserID: user,
          UserID: user,
          HashData: requestHash({ terminalId: account.terminalId, password }, hashed),
          ID: account.terminalId,
          MerchantID: account.merchantId,
          ...asked.terminal,
        },
        Customer: { IPAddress: '203.0.113.7', EmailAddress: '' },
        Card: card ?? '',
        Order: { OrderID: orderId, ...asked.order },
        Transaction: {
          Type: type,
          InstallmentCnt: '',
          Amount: amount,
          CurrencyCode: currency,
          CardholderPresentCode: '0',
          MotoInd: 'N',
          ...asked.transaction,
        },
        ...asked.request,
      },
    },
    'UTF-8',
  );
};

/** Posts a body to the gateway without the adapter. */
export const postGvps = async ({ gateway }: GarantiAccount, body: string): Promise<GvpsAnswer> => {
  const headers = { 'content-type': 'text/xml; charset=UTF-8' };
  const response = await fetch(`${gateway}/VPServlet`, { method: 'POST', body, headers });
  const charset = /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1] ?? '';
  const text = new TextDecoder(charset, { fatal: true }).decode(await response.arrayBuffer());
  const tree = readXml(text) as { readonly GVPSResponse: Omit<GvpsAnswer, 'text' | 'charset'> };
  return { ...tree.GVPSResponse, text, charset };
};

export const askGvps = (account: GarantiAccount, asked: GvpsAsked): Promise<GvpsAnswer> =>
  postGvps(account, gvpsDocument(account, asked));

/** The rows of an order's history, oldest first; none where the list is empty. */
export const historyOf = async (
  account: GarantiAccount,
  orderId: string,
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const { Order } = await askGvps(account, { type: 'orderhistoryinq', orderId });
  const list = Order.OrderHistInqResult as { readonly OrderTxnList: '' | { readonly OrderTxn: unknown } };
  const rows = list.OrderTxnList === '' ? [] : [list.OrderTxnList.OrderTxn].flat();
  return rows as readonly Readonly<Record<string, string>>[];
};
