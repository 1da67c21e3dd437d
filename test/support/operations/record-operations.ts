import { addCard } from '../../../functions/card/add-card/add-card.ts';
import { contract as addCardContract } from '../../../functions/card/add-card/contract.ts';
import { contract as getCardContract } from '../../../functions/card/get-card/contract.ts';
import { getCard } from '../../../functions/card/get-card/get-card.ts';
import { contract as listCardsContract } from '../../../functions/card/list-cards/contract.ts';
import { listCards } from '../../../functions/card/list-cards/list-cards.ts';
import { contract as removeCardContract } from '../../../functions/card/remove-card/contract.ts';
import { removeCard } from '../../../functions/card/remove-card/remove-card.ts';
import { contract as updateCardContract } from '../../../functions/card/update-card/contract.ts';
import { updateCard } from '../../../functions/card/update-card/update-card.ts';
import { addCustomer } from '../../../functions/customer/add-customer/add-customer.ts';
import { contract as addCustomerContract } from '../../../functions/customer/add-customer/contract.ts';
import { addCustomerWithCard } from '../../../functions/customer/add-customer-with-card/add-customer-with-card.ts';
import { contract as addCustomerWithCardContract } from '../../../functions/customer/add-customer-with-card/contract.ts';
import { contract as getCustomerContract } from '../../../functions/customer/get-customer/contract.ts';
import { getCustomer } from '../../../functions/customer/get-customer/get-customer.ts';
import { contract as listCustomersContract } from '../../../functions/customer/list-customers/contract.ts';
import { listCustomers } from '../../../functions/customer/list-customers/list-customers.ts';
import { contract as removeCustomerContract } from '../../../functions/customer/remove-customer/contract.ts';
import { removeCustomer } from '../../../functions/customer/remove-customer/remove-customer.ts';
import { contract as updateCustomerContract } from '../../../functions/customer/update-customer/contract.ts';
import { updateCustomer } from '../../../functions/customer/update-customer/update-customer.ts';
import { addPaymentPlan } from '../../../functions/sale/add-payment-plan/add-payment-plan.ts';
import { contract as addPaymentPlanContract } from '../../../functions/sale/add-payment-plan/contract.ts';
import { addProduct } from '../../../functions/sale/add-product/add-product.ts';
import { contract as addProductContract } from '../../../functions/sale/add-product/contract.ts';
import { addSale } from '../../../functions/sale/add-sale/add-sale.ts';
import { contract as addSaleContract } from '../../../functions/sale/add-sale/contract.ts';
import { addSchedule } from '../../../functions/sale/add-schedule/add-schedule.ts';
import { contract as addScheduleContract } from '../../../functions/sale/add-schedule/contract.ts';
import { contract as deletePaymentPlanContract } from '../../../functions/sale/delete-payment-plan/contract.ts';
import { deletePaymentPlan } from '../../../functions/sale/delete-payment-plan/delete-payment-plan.ts';
import { contract as deleteProductContract } from '../../../functions/sale/delete-product/contract.ts';
import { deleteProduct } from '../../../functions/sale/delete-product/delete-product.ts';
import { contract as deleteSaleContract } from '../../../functions/sale/delete-sale/contract.ts';
import { deleteSale } from '../../../functions/sale/delete-sale/delete-sale.ts';
import { contract as deleteScheduleContract } from '../../../functions/sale/delete-schedule/contract.ts';
import { deleteSchedule } from '../../../functions/sale/delete-schedule/delete-schedule.ts';
import { contract as getPaymentPlanContract } from '../../../functions/sale/get-payment-plan/contract.ts';
import { getPaymentPlan } from '../../../functions/sale/get-payment-plan/get-payment-plan.ts';
import { contract as getSaleContract } from '../../../functions/sale/get-sale/contract.ts';
import { getSale } from '../../../functions/sale/get-sale/get-sale.ts';
import { contract as getScheduleContract } from '../../../functions/sale/get-schedule/contract.ts';
import { getSchedule } from '../../../functions/sale/get-schedule/get-schedule.ts';
import { contract as listPaymentPlansContract } from '../../../functions/sale/list-payment-plans/contract.ts';
import { listPaymentPlans } from '../../../functions/sale/list-payment-plans/list-payment-plans.ts';
import { contract as listPlanTriesContract } from '../../../functions/sale/list-plan-tries/contract.ts';
import { listPlanTries } from '../../../functions/sale/list-plan-tries/list-plan-tries.ts';
import { contract as listProductsContract } from '../../../functions/sale/list-products/contract.ts';
import { listProducts } from '../../../functions/sale/list-products/list-products.ts';
import { contract as listSalesContract } from '../../../functions/sale/list-sales/contract.ts';
import { listSales } from '../../../functions/sale/list-sales/list-sales.ts';
import { contract as listSchedulesContract } from '../../../functions/sale/list-schedules/contract.ts';
import { listSchedules } from '../../../functions/sale/list-schedules/list-schedules.ts';
import { contract as reportPaymentPlansContract } from '../../../functions/sale/report-payment-plans/contract.ts';
import { reportPaymentPlans } from '../../../functions/sale/report-payment-plans/report-payment-plans.ts';
import { contract as updatePaymentPlanContract } from '../../../functions/sale/update-payment-plan/contract.ts';
import { updatePaymentPlan } from '../../../functions/sale/update-payment-plan/update-payment-plan.ts';
import { contract as updateSaleContract } from '../../../functions/sale/update-sale/contract.ts';
import { updateSale } from '../../../functions/sale/update-sale/update-sale.ts';
import { contract as updateScheduleContract } from '../../../functions/sale/update-schedule/contract.ts';
import { updateSchedule } from '../../../functions/sale/update-schedule/update-schedule.ts';
import type { PortsInMemory } from './ports-in-memory.ts';
import { type ServedOperation, serving } from './served-operation.ts';

/** The operations about recurring sales, over ports in memory. */
const saleOperations = (ports: PortsInMemory): readonly ServedOperation[] => {
  const served = serving(ports);
  const keeping = { ...ports, cards: ports.cardKeeping };
  const selling = { ...ports, sales: ports.saleBook };
  return [
    served(getSaleContract, getSale(ports)),
    served(addPaymentPlanContract, addPaymentPlan(keeping)),
    served(updatePaymentPlanContract, updatePaymentPlan(keeping)),
    served(deletePaymentPlanContract, deletePaymentPlan(ports)),
    served(getPaymentPlanContract, getPaymentPlan(ports)),
    served(listPaymentPlansContract, listPaymentPlans(ports)),
    served(listPlanTriesContract, listPlanTries(ports)),
    served(reportPaymentPlansContract, reportPaymentPlans(ports)),
    served(addSaleContract, addSale(selling)),
    served(updateSaleContract, updateSale(selling)),
    served(deleteSaleContract, deleteSale(selling)),
    served(listSalesContract, listSales(selling)),
    served(addProductContract, addProduct(ports)),
    served(listProductsContract, listProducts(ports)),
    served(deleteProductContract, deleteProduct(ports)),
    served(addScheduleContract, addSchedule(ports)),
    served(updateScheduleContract, updateSchedule(ports)),
    served(getScheduleContract, getSchedule(ports)),
    served(listSchedulesContract, listSchedules(ports)),
    served(deleteScheduleContract, deleteSchedule(ports)),
  ];
};

/** The operations about customers and their cards, over ports in memory. */
const customerOperations = (ports: PortsInMemory): readonly ServedOperation[] => {
  const served = serving(ports);
  const keeping = { ...ports, cards: ports.cardKeeping };
  const booked = { ...keeping, customers: ports.customerBook };
  return [
    served(getCustomerContract, getCustomer({ ...ports, vault: ports.opener })),
    served(addCustomerContract, addCustomer(booked)),
    served(updateCustomerContract, updateCustomer({ ...ports, book: ports.customerBook })),
    served(listCustomersContract, listCustomers(booked)),
    served(removeCustomerContract, removeCustomer(booked)),
    served(addCustomerWithCardContract, addCustomerWithCard(booked)),
    served(addCardContract, addCard(booked)),
    served(updateCardContract, updateCard(booked)),
    served(getCardContract, getCard(keeping)),
    served(listCardsContract, listCards(booked)),
    served(removeCardContract, removeCard(booked)),
  ];
};

export const recordOperations = (ports: PortsInMemory): readonly ServedOperation[] => [
  ...saleOperations(ports),
  ...customerOperations(ports),
];
