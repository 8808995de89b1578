import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { readJson } from '../../http/read-json.ts';

const page = Compile(
  Type.Object({
    pay_token: Type.String({ minLength: 1, maxLength: 200 }),
    payment_url: Type.String({ pattern: '^https?://', maxLength: 1000 }),
  }),
);
const status = Compile(
  Type.Object({
    status: Type.String(),
    order_id: Type.Optional(Type.String()),
    txnid: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);
const problem = Compile(Type.Object({ code: Type.Union([Type.Integer(), Type.String({ maxLength: 50 })]) }));

/** Parses the response with the page on which a customer pays; undefined for anything else. */
export function readPage(text: string): ReturnType<typeof page.Parse> | undefined {
  const value = readJson(text);
  return page.Check(value) ? value : undefined;
}

export function readStatus(text: string): ReturnType<typeof status.Parse> | undefined {
  const value = readJson(text);
  return status.Check(value) ? value : undefined;
}

/** Orange's own code for a refusal. */
export function readCode(text: string): string | undefined {
  const value = readJson(text);
  return problem.Check(value) ? String(value.code) : undefined;
}
