import type { DayText } from '../calendar.ts';

/** Fields that a payment request may give for a customer who is new (2.8). */
export interface CustomerDetails {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: 1 | 2;
  readonly birthDate?: DayText;
  readonly gsmNumber?: string;
  readonly email?: string;
  readonly address?: string;
}

/** A dealer's customer (2.12). The password is kept encrypted and opened for get customer alone. */
export interface Customer extends CustomerDetails {
  readonly dealerCode: string;
  readonly dealerCustomerId: number;
  readonly customerCode: string;
  readonly version: number;
  readonly sealedPassword?: string;
}
