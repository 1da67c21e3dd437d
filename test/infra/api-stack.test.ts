import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionsOf } from '../../infra/functions/all-functions.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const production = settingsOf('production');
const templates = templatesOf({
  ...production,
  throttling: { ratePerSecond: 40, burst: 80, routes: { 'POST /DealerSale/GetSale': { ratePerSecond: 5, burst: 9 } } },
});
const { api } = templates;

const CATCH_ALL = 'handle-unmatched-path';

const routeKeys = [
  '$default',
  'GET /box/{address}',
  'GET /box/{address}/stored-card',
  'GET /link/{token}',
  'GET /link/{token}/qr',
  'GET /pay/{token}',
  'GET /pay/{token}/qr',
  'GET /pay/{token}/receipt',
  'GET /pay/{token}/stored-card',
  'GET /result/{reference}',
  'HEAD /box/{address}',
  'HEAD /box/{address}/stored-card',
  'HEAD /link/{token}',
  'HEAD /link/{token}/qr',
  'HEAD /pay/{token}',
  'HEAD /pay/{token}/qr',
  'HEAD /pay/{token}/receipt',
  'HEAD /pay/{token}/stored-card',
  'HEAD /result/{reference}',
  'POST /3d/{address}',
  'POST /Dealer/GetAccountingList',
  'POST /Dealer/GetDealer',
  'POST /Dealer/GetStatementList',
  'POST /Dealer/GetStatementListMarketPlace',
  'POST /DealerCustomer/AddCard',
  'POST /DealerCustomer/AddCustomer',
  'POST /DealerCustomer/AddCustomerWithCard',
  'POST /DealerCustomer/GetCard',
  'POST /DealerCustomer/GetCardList',
  'POST /DealerCustomer/GetCustomer',
  'POST /DealerCustomer/GetCustomerList',
  'POST /DealerCustomer/RemoveCard',
  'POST /DealerCustomer/RemoveCustomer',
  'POST /DealerCustomer/UpdateCard',
  'POST /DealerCustomer/UpdateCustomer',
  'POST /DealerSale/AddPaymentPlan',
  'POST /DealerSale/AddProduct',
  'POST /DealerSale/AddSale',
  'POST /DealerSale/AddSchedule',
  'POST /DealerSale/DeletePaymentPlan',
  'POST /DealerSale/DeleteProduct',
  'POST /DealerSale/DeleteSale',
  'POST /DealerSale/DeleteSchedule',
  'POST /DealerSale/GetPaymentPlan',
  'POST /DealerSale/GetPaymentPlanHistoryList',
  'POST /DealerSale/GetPaymentPlanList',
  'POST /DealerSale/GetPaymentPlanReport',
  'POST /DealerSale/GetProductList',
  'POST /DealerSale/GetSale',
  'POST /DealerSale/GetSaleList',
  'POST /DealerSale/GetSchedule',
  'POST /DealerSale/GetScheduleList',
  'POST /DealerSale/UpdatePaymentPlan',
  'POST /DealerSale/UpdateSale',
  'POST /DealerSale/UpdateSchedule',
  'POST /PaymentDealer/DoApprovePoolPayment',
  'POST /PaymentDealer/DoCalcPaymentAmount',
  'POST /PaymentDealer/DoCalcPaymentTable',
  'POST /PaymentDealer/DoCapture',
  'POST /PaymentDealer/DoCreateRefundRequest',
  'POST /PaymentDealer/DoDirectPayment',
  'POST /PaymentDealer/DoDirectPaymentMarketPlace',
  'POST /PaymentDealer/DoDirectPaymentThreeD',
  'POST /PaymentDealer/DoDirectPaymentThreeDMarketPlace',
  'POST /PaymentDealer/DoDirectPaymentThreeDMobile',
  'POST /PaymentDealer/DoVoid',
  'POST /PaymentDealer/GetBankCardInformation',
  'POST /PaymentDealer/GetDealerPaymentTrxDetailList',
  'POST /PaymentDealer/GetDealerPaymentTrxDetailListMarketPlace',
  'POST /PaymentDealer/GetPaymentList',
  'POST /PaymentDealer/GetPaymentListMarketPlace',
  'POST /PaymentDealer/GetPaymentTrxList',
  'POST /PaymentDealer/GetPaymentTrxListMarketPlace',
  'POST /PaymentDealer/UndoApprovePoolPayment',
  'POST /PaymentDealer/UpdateDealerPayment',
  'POST /PaymentDealer/UpdateDealerPaymentMarketPlace',
  'POST /PaymentUserPos/CancelUserPosPayment',
  'POST /PaymentUserPos/CreateUserPosLink',
  'POST /PaymentUserPos/CreateUserPosPayment',
  'POST /PaymentUserPos/CreateUserPosPaymentMarketPlace',
  'POST /PaymentUserPos/GetUserPosFunnel',
  'POST /PaymentUserPos/GetUserPosLink',
  'POST /PaymentUserPos/GetUserPosLinkList',
  'POST /PaymentUserPos/GetUserPosPayment',
  'POST /PaymentUserPos/ResendUserPosPayment',
  'POST /PaymentUserPos/UpdateUserPosLink',
  'POST /box/{address}',
  'POST /box/{address}/stored-card',
  'POST /link/{token}',
  'POST /pay/{token}',
  'POST /pay/{token}/quote',
  'POST /pay/{token}/receipt',
  'POST /pay/{token}/stored-card',
];
/** Additional routes of sandbox stages (rule 22). */
const bankRouteKeys = [
  'GET /fim/challenge/{reference}',
  'POST /fim/api',
  'POST /fim/challenge/{reference}',
  'POST /fim/est3Dgate',
  'GET /servlet/challenge/{reference}',
  'POST /servlet/challenge/{reference}',
  'POST /servlet/gt3dengine',
  'POST /VPServlet',
];

/** The reference and the demo shop of sandbox stages (rule 49). */
const documentRouteKeys = ['GET /docs', 'GET /docs/{file}', 'HEAD /docs', 'HEAD /docs/{file}'];
const shopRouteKeys = [
  'GET /shop',
  'GET /shop/{page}',
  'HEAD /shop',
  'HEAD /shop/{page}',
  'POST /shop/pay/{way}',
  'POST /shop/{page}',
];

const stageSchema = z.object({
  Properties: z.object({
    RouteSettings: z.record(z.string(), z.unknown()),
    DefaultRouteSettings: z.unknown(),
    AccessLogSettings: z.object({ Format: z.string() }),
    AutoDeploy: z.boolean(),
    StageName: z.string(),
  }),
  DependsOn: z.array(z.string()),
});
const stage = stageSchema.parse(api.findResources('AWS::ApiGatewayV2::Stage').DefaultStage);

describe('The HTTP API', () => {
  test('has exactly the routes of the contracts, and the catch-all', () => {
    const found = templates.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => String(properties.RouteKey));
    expect(found.toSorted()).toEqual(routeKeys);
  });

  test('hands every route to its own function, in payload format 2.0', () => {
    const functionOf = new Map(
      templates
        .resources('AWS::ApiGatewayV2::Integration')
        .map(({ logicalId, properties }) => [`integrations/payment-link-production-api-${logicalId}`, properties]),
    );
    const targets = templates.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => {
      const integration = functionOf.get(String(properties.Target));
      expect(integration?.PayloadFormatVersion).toBe('2.0');
      const called = String(integration?.IntegrationUri).split(':payment-link-production-')[1];
      return [properties.RouteKey, called?.replace(/:live$/, '')];
    });
    expect(Object.fromEntries(targets)).toEqual({
      $default: 'handle-unmatched-path',
      'GET /link/{token}': 'show-reusable-link',
      'HEAD /link/{token}': 'show-reusable-link',
      'POST /link/{token}': 'start-reusable-link',
      'GET /link/{token}/qr': 'show-link-qr',
      'HEAD /link/{token}/qr': 'show-link-qr',
      'GET /pay/{token}': 'show-payment-page',
      'GET /result/{reference}': 'redirect-payer',
      'HEAD /pay/{token}': 'show-payment-page',
      'HEAD /result/{reference}': 'redirect-payer',
      'POST /3d/{address}': 'complete-3d',
      'POST /Dealer/GetDealer': 'get-dealer',
      'POST /Dealer/GetAccountingList': 'list-transfers',
      'POST /Dealer/GetStatementList': 'get-statements',
      'POST /Dealer/GetStatementListMarketPlace': 'get-statements',
      'POST /DealerCustomer/GetCustomer': 'get-customer',
      'POST /DealerCustomer/AddCustomer': 'add-customer',
      'POST /DealerCustomer/UpdateCustomer': 'update-customer',
      'POST /DealerCustomer/GetCustomerList': 'list-customers',
      'POST /DealerCustomer/RemoveCustomer': 'remove-customer',
      'POST /DealerCustomer/AddCustomerWithCard': 'add-customer-with-card',
      'POST /DealerCustomer/AddCard': 'add-card',
      'POST /DealerCustomer/UpdateCard': 'update-card',
      'POST /DealerCustomer/GetCard': 'get-card',
      'POST /DealerCustomer/GetCardList': 'list-cards',
      'POST /DealerCustomer/RemoveCard': 'remove-card',
      'POST /DealerSale/GetSale': 'get-sale',
      'POST /DealerSale/AddSale': 'add-sale',
      'POST /DealerSale/UpdateSale': 'update-sale',
      'POST /DealerSale/DeleteSale': 'delete-sale',
      'POST /DealerSale/GetSaleList': 'list-sales',
      'POST /DealerSale/AddPaymentPlan': 'add-payment-plan',
      'POST /DealerSale/UpdatePaymentPlan': 'update-payment-plan',
      'POST /DealerSale/DeletePaymentPlan': 'delete-payment-plan',
      'POST /DealerSale/GetPaymentPlan': 'get-payment-plan',
      'POST /DealerSale/GetPaymentPlanList': 'list-payment-plans',
      'POST /DealerSale/GetPaymentPlanHistoryList': 'list-plan-tries',
      'POST /DealerSale/GetPaymentPlanReport': 'report-payment-plans',
      'POST /DealerSale/AddProduct': 'add-product',
      'POST /DealerSale/DeleteProduct': 'delete-product',
      'POST /DealerSale/GetProductList': 'list-products',
      'POST /DealerSale/AddSchedule': 'add-schedule',
      'POST /DealerSale/UpdateSchedule': 'update-schedule',
      'POST /DealerSale/GetSchedule': 'get-schedule',
      'POST /DealerSale/GetScheduleList': 'list-schedules',
      'POST /DealerSale/DeleteSchedule': 'delete-schedule',
      'POST /PaymentDealer/DoApprovePoolPayment': 'approve-pool-payment',
      'POST /PaymentDealer/DoCalcPaymentAmount': 'calculate-payment-amount',
      'POST /PaymentDealer/DoCalcPaymentTable': 'calculate-payment-table',
      'POST /PaymentDealer/GetBankCardInformation': 'get-bank-card',
      'POST /PaymentDealer/DoCapture': 'capture-payment',
      'POST /PaymentDealer/DoCreateRefundRequest': 'refund-payment',
      'POST /PaymentDealer/DoVoid': 'void-payment',
      'POST /PaymentDealer/GetDealerPaymentTrxDetailList': 'get-payment-detail',
      'POST /PaymentDealer/GetDealerPaymentTrxDetailListMarketPlace': 'get-payment-detail',
      'POST /PaymentDealer/GetPaymentList': 'list-payments',
      'POST /PaymentDealer/GetPaymentListMarketPlace': 'list-payments',
      'POST /PaymentDealer/GetPaymentTrxList': 'list-transactions',
      'POST /PaymentDealer/GetPaymentTrxListMarketPlace': 'list-transactions',
      'POST /PaymentDealer/UpdateDealerPayment': 'update-payment',
      'POST /PaymentDealer/UpdateDealerPaymentMarketPlace': 'update-payment-shares',
      'POST /PaymentDealer/UndoApprovePoolPayment': 'undo-pool-approval',
      'POST /PaymentDealer/DoDirectPayment': 'make-direct-payment',
      'POST /PaymentDealer/DoDirectPaymentMarketPlace': 'make-direct-payment',
      'POST /PaymentDealer/DoDirectPaymentThreeD': 'start-3d-payment',
      'POST /PaymentDealer/DoDirectPaymentThreeDMarketPlace': 'start-3d-payment',
      'GET /box/{address}': 'open-3d-payment',
      'HEAD /box/{address}': 'open-3d-payment',
      'POST /box/{address}': 'open-3d-payment',
      'GET /box/{address}/stored-card': 'open-stored-card-payment',
      'HEAD /box/{address}/stored-card': 'open-stored-card-payment',
      'POST /box/{address}/stored-card': 'open-stored-card-payment',
      'POST /PaymentDealer/DoDirectPaymentThreeDMobile': 'start-mobile-3d',
      'POST /PaymentUserPos/CreateUserPosPayment': 'create-payment-request',
      'POST /PaymentUserPos/CreateUserPosPaymentMarketPlace': 'create-payment-request',
      'POST /PaymentUserPos/CreateUserPosLink': 'create-reusable-link',
      'POST /PaymentUserPos/GetUserPosLink': 'get-reusable-link',
      'POST /PaymentUserPos/GetUserPosLinkList': 'list-reusable-links',
      'POST /PaymentUserPos/UpdateUserPosLink': 'update-reusable-link',
      'POST /PaymentUserPos/GetUserPosFunnel': 'get-link-funnel',
      'POST /PaymentUserPos/GetUserPosPayment': 'get-payment-request',
      'POST /PaymentUserPos/CancelUserPosPayment': 'cancel-payment-request',
      'POST /PaymentUserPos/ResendUserPosPayment': 'resend-payment-request',
      'POST /pay/{token}': 'start-payment',
      'POST /pay/{token}/receipt': 'send-receipt',
      'GET /pay/{token}/receipt': 'send-receipt',
      'HEAD /pay/{token}/receipt': 'send-receipt',
      'GET /pay/{token}/qr': 'show-link-qr',
      'HEAD /pay/{token}/qr': 'show-link-qr',
      'POST /pay/{token}/quote': 'quote-installments',
      'POST /pay/{token}/stored-card': 'pay-with-stored-card',
      'GET /pay/{token}/stored-card': 'pay-with-stored-card',
      'HEAD /pay/{token}/stored-card': 'pay-with-stored-card',
    });
  });

  test('has the embedded bank’s routes in sandbox stages alone, all in one function (rule 22)', () => {
    const sandbox = templatesOf(settingsOf('sandbox'));
    const found = sandbox.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => String(properties.RouteKey));
    expect(found.toSorted()).toEqual(
      [...routeKeys, ...bankRouteKeys, ...documentRouteKeys, ...shopRouteKeys].toSorted(),
    );
    for (const path of ['/fim/', '/servlet/', '/VPServlet']) {
      expect(JSON.stringify(api.toJSON())).not.toContain(path);
    }
  });

  test('has the documents and the demo shop in sandbox stages alone, with throttles of their own (rule 49)', () => {
    const [found] = templatesOf(settingsOf('sandbox')).resources('AWS::ApiGatewayV2::Stage');
    const { RouteSettings } = stageSchema.shape.Properties.parse(found?.properties);
    for (const routeKey of documentRouteKeys) {
      expect(RouteSettings[routeKey]).toEqual({ ThrottlingRateLimit: 10, ThrottlingBurstLimit: 60 });
    }
    for (const routeKey of shopRouteKeys) {
      expect(RouteSettings[routeKey]).toEqual({ ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 });
    }
    for (const path of ['/docs', '/shop']) expect(JSON.stringify(api.toJSON())).not.toContain(path);
  });

  test('throttles every route, by the default or by its own setting', () => {
    expect(Object.keys(stage.Properties.RouteSettings).toSorted()).toEqual(routeKeys);
    expect(stage.Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 40, ThrottlingBurstLimit: 80 });
    expect(stage.Properties.RouteSettings['POST /DealerSale/GetSale']).toEqual({
      ThrottlingRateLimit: 5,
      ThrottlingBurstLimit: 9,
    });
    expect(stage.Properties.RouteSettings.$default).toEqual({ ThrottlingRateLimit: 40, ThrottlingBurstLimit: 80 });
  });

  test('creates every route before the stage that throttles it', () => {
    const routes = Object.keys(api.findResources('AWS::ApiGatewayV2::Route'));
    expect(stage.DependsOn.toSorted()).toEqual(routes.toSorted());
  });

  test('logs route key, status, latency and request id of an access, and nothing else (rule 30)', () => {
    expect(JSON.parse(stage.Properties.AccessLogSettings.Format)).toEqual({
      requestId: '$context.requestId',
      routeKey: '$context.routeKey',
      status: '$context.status',
      integrationStatus: '$context.integrationStatus',
      latencyMs: '$context.responseLatency',
    });
  });

  test('keeps its logical id, since dealers hold its address', () => {
    expect(Object.keys(api.findResources('AWS::ApiGatewayV2::Api'))).toEqual(['HttpApi']);
  });

  test('tells its base address and the name of the operators’ function', () => {
    expect(api.findOutputs('BaseUrl').BaseUrl?.Value).toEqual({ 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] });
    expect(api.findOutputs('OperateFunctionName').OperateFunctionName?.Value).toEqual({ Ref: 'OperateFunction' });
  });

  test('lets nobody but the API invoke a function, and the operators’ function not even the API', () => {
    // The permission of the schedule to invoke the sweeper is in another stack.
    const permissions = templates
      .resources('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal !== 'events.amazonaws.com');
    // One for all routes of a function.
    const routed = functionsOf('production').filter(({ name, routes }) => routes.length > 0 || name === CATCH_ALL);
    expect(permissions).toHaveLength(routed.length);
    for (const { properties } of permissions) {
      expect(properties.Principal).toBe('apigateway.amazonaws.com');
      expect(properties.FunctionName).not.toContain('operate');
      expect(properties.SourceArn).toMatch(/:execute-api:.*-HttpApi\//);
    }
  });
});
