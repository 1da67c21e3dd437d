import { toWireAmount } from '../../../shared/domain/money/money.ts';
import { toWireRate } from '../../../shared/domain/money/rate.ts';
import { type BankPrices, paymentTableOf, type TableRow } from '../../../shared/domain/price-inquiry/payment-table.ts';
import { checkPaymentTable } from '../../../shared/domain/price-inquiry/price-rules.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { BinRecords } from '../../../shared/ports/bin-directory.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import type { PaymentTableRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface CalculatePaymentTableDependencies {
  readonly bins: BinRecords;
  readonly posDirectory: VirtualPosDirectory;
}

/** The name of the prices that hold for cards of every bank. */
const ANY_BANK = 'GENEL';
/** The rate of a count that is not to be had. */
const NOT_TO_BE_HAD = -1;

const rowData = ({ type, count, price }: TableRow) => ({
  CommissionType: type,
  InstallmentNumber: count,
  DealerCommissionRate: price === undefined ? NOT_TO_BE_HAD : toWireRate(price.rate),
  DealerCommissionFixedAmount: 0,
  DealerCommissionAmount: price === undefined ? 0 : toWireAmount(price.commission),
  PerInstallmentAmount: price === undefined ? 0 : toWireAmount(price.monthly),
  Amount: price === undefined ? 0 : toWireAmount(price.total),
});

const bankData = ({ bankName = ANY_BANK, rows }: BankPrices) => ({
  BankInfoName: bankName,
  PaymentInstallmentInfoList: rows.map(rowData),
});

/** What an order costs in every installment count, by the code that quotes payers (decisions: price inquiries). */
export const calculatePaymentTable =
  ({ bins, posDirectory }: CalculatePaymentTableDependencies): UseCase<PaymentTableRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    checkPaymentTable({ fields, dealer });
    const { binNumber } = fields;
    const [card, ofDealer] = await Promise.all([
      binNumber === undefined ? undefined : bins.record(binNumber),
      posDirectory.ofDealer(dealer.dealerCode),
    ]);
    const banks = paymentTableOf({ fields, dealer, ofDealer }, card);
    if (banks.length === 0) {
      const sentence = 'This dealer has no commission rate for the card and the Currency.';
      throw new Refusal('DealerCommissionRateNotFound', sentence);
    }
    if (binNumber !== undefined && card === undefined) {
      throw new Refusal('BinNumberNotFound', 'BinNumber is not known.');
    }
    return { data: { BankPaymentInstallmentInfoList: banks.map(bankData) } };
  };
