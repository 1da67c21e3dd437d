import type { DayText } from '../calendar.ts';

/** Fields that a payment request may give for a new customer (dealer interface 2.8). */
export interface CustomerDetails {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: 1 | 2;
  readonly birthDate?: DayText;
  readonly gsmNumber?: string;
  readonly email?: string;
  readonly address?: string;
}

/**
 * A dealer's customer (dealer interface 2.12). The password is encrypted. Get customer opens it, and the payment with a
 * stored card does, to compare it (rule 48).
 */
export interface Customer extends CustomerDetails {
  readonly dealerCode: string;
  readonly dealerCustomerId: number;
  readonly customerCode: string;
  readonly version: number;
  readonly sealedPassword?: string;
  /** When the customer was registered: by it the newest ones are listed. */
  readonly createdAtMs?: number;
}

/** The code of a new customer: blanks around it are dropped, because nobody finds it by them. */
export const newCustomerCode = (given: string): string => given.trim();
