import type { Simulator, World } from '../contract.ts';
import { json } from '../reply.ts';
import { makeBurkina } from './burkina.ts';
import { makeCameroon } from './cameroon.ts';
import { makeSonatel, type Proof } from './sonatel.ts';
import { makeWebPayment } from './web-payment.ts';

export interface OrangeMoneyOptions {
  /** The authentication of Sonatel's callbacks. Default: its signature. */
  readonly sonatel_proof?: Proof;
}

export interface OrangeMoneySimulator extends Simulator {
  /** Sonatel revokes the key that PINs are encrypted with. */
  rotateKey(): void;
}

/** The four contracts of Orange Money behind one address: their paths have nothing in common. */
export function makeOrangeMoney(world: World, options: OrangeMoneyOptions = {}): OrangeMoneySimulator {
  const sonatel = makeSonatel(world, options.sonatel_proof ?? 'signature');
  const parts = [makeWebPayment(world), sonatel, makeCameroon(world), makeBurkina(world)];
  return {
    id: 'orange-money',
    handle: (request) => {
      for (const part of parts) {
        const reply = part.handle(request);
        if (reply) return reply;
      }
      return json(404, { message: 'Resource not found' });
    },
    transactions: () =>
      parts
        .flatMap((part) => part.transactions())
        .sort((left, right) => left.created_at.getTime() - right.created_at.getTime()),
    decide: (reference, end) => parts.some((part) => part.decide(reference, end)),
    expireTokens: () => {
      for (const part of parts) part.expireTokens();
    },
    rotateKey: sonatel.rotateKey,
  };
}
