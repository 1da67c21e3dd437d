import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { framesOf } from '../../../shared/observability/frames.ts';
import { errorNameOf } from '../../../shared/observability/log.ts';
import { contract } from './contract.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

type Event = APIGatewayProxyEventV2;

const textOf = ({ body = '', isBase64Encoded }: Event): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/** Each kind of bank is a part of the bundle, and so are the pages of 3D: a call reads what it is about. */
const route = async (deps: BankSimulatorDependencies, event: Event): Promise<HttpResponse> => {
  const { rawPath } = event;
  if (rawPath === '/fim/api') return (await import('./nestpay/payment-api.ts')).paymentApi(deps)(textOf(event));
  if (rawPath === '/VPServlet') return (await import('./garanti/gvps-api.ts')).gvpsApi(deps)(textOf(event));
  const { threeDPages } = await import('./three-d-pages.ts');
  const wire = rawPath.startsWith('/servlet/')
    ? (await import('./garanti/wire.ts')).garantiWire
    : (await import('./nestpay/wire.ts')).nestPayWire;
  return threeDPages(deps, event, wire);
};

/** The embedded bank, over the events of an HTTP API. An unexpected failure is an HTTP 500 without content. */
export const bankSimulator =
  (deps: BankSimulatorDependencies) =>
  async (event: Event): Promise<HttpResponse> => {
    const correlationId = event.requestContext.requestId;
    try {
      const response = await route(deps, event);
      deps.log.info('answered', { correlationId, operation: contract.name, statusCode: response.statusCode });
      return response;
    } catch (error) {
      deps.log.error('unexpected error', { correlationId, errorName: errorNameOf(error), frames: framesOf(error) });
      return { statusCode: 500, headers: {}, body: '' };
    }
  };
