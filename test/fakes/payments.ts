import type { Payment } from '../../shared/domain/payment/payment.ts';
import type { Payments } from '../../shared/ports/payments.ts';

/** Payments in memory, which counts how often it was asked. */
export class FakePayments implements Payments {
  reads = 0;
  readonly #payments: readonly Payment[];

  constructor(payments: readonly Payment[]) {
    this.#payments = payments;
  }

  #read(is: (payment: Payment) => boolean): Promise<Payment | undefined> {
    this.reads += 1;
    return Promise.resolve(this.#payments.find(is));
  }

  find(name: string): Promise<Payment | undefined> {
    return this.#read((payment) => payment.name === name);
  }

  findByCode(dealerCode: string, code: string): Promise<Payment | undefined> {
    return this.#read((payment) => payment.dealerCode === dealerCode && payment.otherTrxCode === code);
  }

  findByOrder(dealerCode: string, orderId: string): Promise<Payment | undefined> {
    return this.#read(
      (payment) => payment.dealerCode === dealerCode && payment.attempts.some((one) => one.orderId === orderId),
    );
  }

  findById(dealerCode: string, paymentId: number): Promise<Payment | undefined> {
    return this.#read((payment) => payment.dealerCode === dealerCode && payment.paymentId === paymentId);
  }
}
