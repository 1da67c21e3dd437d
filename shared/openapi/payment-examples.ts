import { OWN_ORDER_ID } from './operation-document.ts';

// The payment of the examples, as answers show it.

const common = { DealerPaymentId: 100_001, VirtualPosOrderId: OWN_ORDER_ID };
const DATE = '2026-11-22T14:42:17.26';

export const shownPayment = {
  ...common,
  UserPosPaymentId: 0,
  UserPosPaymentUrl: '',
  UserPosLinkId: 0,
  LinkCode: '',
  OtherTrxCode: 'D-1042',
  CardHolderFullName: 'Elif Yılmaz',
  CardNumberFirstSix: '411111',
  CardNumberLastFour: '1111',
  PaymentDate: DATE,
  Amount: 27.5,
  RefAmount: 0,
  CurrencyCode: 'TL',
  InstallmentNumber: 0,
  DealerCommissionAmount: 0,
  PaymentStatus: 2,
  TrxStatus: 1,
  IsInternationalCard: false,
  IsThreeD: false,
  IsThreeDModel: false,
  CanBeCanceled: true,
  MdStatus: 0,
  Description: '',
  Software: '',
  BuyerFullName: '',
  BuyerEmail: '',
  BuyerGsmNumber: '',
  BuyerAddress: '',
  BranchCode: '',
  BranchName: '',
  PointDistributionInformation: '',
  AuthCode: '834215',
  ResultCode: '00',
  ResultMessage: '',
  PoolStatus: 0,
  SubDealerList: [],
};

export const shownCharge = {
  ...common,
  DealerPaymentTrxId: 100_001,
  UserPosLinkId: 0,
  LinkCode: '',
  TrxCode: '5d9a3b1e-7c40-8f2a-9b66-0d1f4c8e2a77',
  TrxDate: DATE,
  Amount: 27.5,
  TrxType: 2,
  TrxStatus: 1,
  PaymentReason: 0,
  VoidRefundReason: 0,
  ResultCode: '00',
  ResultMessage: '',
  EffectiveDate: DATE,
  ExtraRefNo: '632614583921',
};
