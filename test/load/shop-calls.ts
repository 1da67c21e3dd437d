import { documentedOperations } from '../../infra/docs/operations.ts';
import type { DemoDealer } from '../../infra/local/demo-dealer.ts';
import type { OperationName } from '../../shared/domain/dealer/dealer.ts';
import { checkKeyOf } from '../../shared/http/check-key.ts';
import { WrongAnswer } from './records.ts';
import { ask } from './visitor.ts';

interface Envelope {
  readonly Data: Readonly<Record<string, unknown>> | null;
  readonly ResultCode: string;
  readonly ResultMessage: string;
}

/** Calls an operation as the demo dealer. Throws at any answer but a success. */
export type Call = (operation: OperationName, fields: object) => Promise<Readonly<Record<string, unknown>>>;

/** The demo dealer as a caller of the service at `baseUrl`. */
export const callsOf = (baseUrl: string, dealer: DemoDealer): Call => {
  const { DealerCode, Username, Password } = dealer;
  const CheckKey = checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });
  const authentication = { DealerCode, Username, Password, CheckKey };
  return async (operation, fields) => {
    for (const { contract } of documentedOperations) {
      const route = contract.routes.find((one) => (one.operation ?? contract.operation) === operation);
      if (route === undefined) continue;
      const [block = ''] = contract.authenticationBlocks;
      const body = JSON.stringify({ [block]: authentication, [contract.requestBlock]: fields });
      const headers = { 'content-type': 'application/json' };
      const answer = await ask(`${baseUrl}${route.path}`, { method: 'POST', headers }, body);
      if (answer.status !== 200)
        throw new WrongAnswer(String(answer.status), `${operation}: ${answer.body.slice(0, 200)}`);
      const { Data, ResultCode, ResultMessage } = JSON.parse(answer.body) as Envelope;
      if (ResultCode !== 'Success') throw new WrongAnswer(ResultCode, ResultMessage);
      if (Data?.IsSuccessful === false) throw new WrongAnswer(String(Data.ResultCode), String(Data.ResultMessage));
      return Data ?? {};
    }
    throw new Error(`${operation} is not documented`);
  };
};
