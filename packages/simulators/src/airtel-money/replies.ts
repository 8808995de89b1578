import type { SimulatorReply } from '../contract.ts';
import { json } from '../reply.ts';

/** The status at the end of every Airtel response. */
function statusOf(response_code: string, success: boolean, result_code: string): object {
  return { code: '200', message: success ? 'Success' : 'Failed', result_code, response_code, success };
}

export function succeed(data: object, response_code: string): SimulatorReply {
  return json(200, { data, status: statusOf(response_code, true, 'ESB000010') });
}

/** A refusal in a response with status 200, like most of Airtel's refusals. */
export function refuse(code: string, data: object = {}): SimulatorReply {
  const isOlder = code.startsWith('ESB');
  const status = statusOf(code, false, isOlder ? code : 'ESB000011');
  // A refusal with an older code has no newer code.
  return json(200, { data, status: isOlder ? { ...status, response_code: undefined } : status });
}

/** A refusal by the gateway itself. */
export function refuseAtGateway(status: number, code: string): SimulatorReply {
  return json(status, { status_code: code, status_message: 'Refused by the gateway' });
}
