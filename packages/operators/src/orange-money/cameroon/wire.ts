import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { readJson } from '../../http/read-json.ts';

const optional = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const started = Compile(
  Type.Object({ data: Type.Object({ payToken: Type.String({ minLength: 1, maxLength: 200 }) }) }),
);
const payment = Compile(
  Type.Object({
    message: optional,
    data: Type.Object({
      status: optional,
      inittxnstatus: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
      inittxnmessage: optional,
      payToken: optional,
      txnid: optional,
      amount: Type.Optional(Type.Unknown()),
    }),
  }),
);
const refusal = Compile(Type.Object({ message: Type.String() }));

export type CameroonPayment = ReturnType<typeof payment.Parse>;

/** Parses the token with which a payment is made. */
export function readPayToken(text: string): string | undefined {
  const value = readJson(text);
  return started.Check(value) ? value.data.payToken : undefined;
}

export function readPayment(text: string): CameroonPayment | undefined {
  const value = readJson(text);
  return payment.Check(value) ? value : undefined;
}

/** Parses the message of a refused request. */
export function readMessage(text: string): string | undefined {
  const value = readJson(text);
  return refusal.Check(value) ? value.message : undefined;
}
