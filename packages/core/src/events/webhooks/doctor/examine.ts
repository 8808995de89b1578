import { AppError } from '@guichet/kernel/errors';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { type AddressGuard, makeGuard } from '../../../platform/network/guard-address.ts';
import type { ResolveOptions } from '../../../platform/network/resolve-name.ts';
import { keyOf } from '../endpoints/hold.ts';
import { type Endpoint, findEndpoint } from '../endpoints/queries.ts';
import { presentEndpoint } from '../endpoints/schemas.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';
import { probeAnswer } from './probe-answer.ts';
import { probeConnection } from './probe-connection.ts';
import { probeSignature } from './probe-signature.ts';
import { listSecrets } from './queries.ts';
import type { Subject } from './subject.ts';

/** The deadline of webhooks (design section 10). */
const usual_deadline_ms = 15_000;

export interface Examination {
  readonly endpoint_id: string;
  readonly url: string;
  /** False when any finding is not ok. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Sends correct and incorrect test events to an endpoint, over connections of its own, and reports in plain words
 * what keeps webhooks from arriving and what makes the receiver unsafe. The events are not stored, neither in the
 * feed nor in the delivery log, and the endpoint's health does not change. Takes a few seconds, or up to one
 * deadline for each probe if the endpoint responds just in time.
 *
 * @param options.deadline_ms defaults to that of webhooks, 15 s; late responses are awaited for twice as long
 * @param options.ca PEM certificates to trust instead of the usual authorities
 * @param options.resolve resolves names, instead of the system's resolver
 * @throws AppError `forbidden`, `endpoint_not_found`
 */
export async function examineEndpoint(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'webhook_networks' | 'allow_local_addresses'>,
  actor: MerchantActor,
  endpoint_id: string,
  options: {
    readonly deadline_ms?: number;
    readonly ca?: readonly string[];
    readonly resolve?: ResolveOptions;
  } = {},
): Promise<Examination> {
  requireScope(actor, 'developers:write');
  const endpoint = await findEndpoint(ctx.db, keyOf(actor, endpoint_id));
  if (!endpoint) throw new AppError('endpoint_not_found');
  const { deadline_ms = usual_deadline_ms, ca } = options;
  const sealed = await listSecrets(ctx.db, endpoint, ctx.clock.now());
  const url = new URL(endpoint.url);
  const guard = makeGuard(ctx.webhook_networks, options.resolve);
  const subject: Subject = {
    target: { url, guard, ...(ca && { ca }) },
    sample: {
      endpoint: presentEndpoint(endpoint),
      secrets: sealed.map((secret) => ctx.secrets.open(secret)),
      now: () => ctx.clock.now(),
    },
    deadline_ms,
  };
  const before = [...stateOf(endpoint), addressFinding(endpoint, guard, ctx.allow_local_addresses)];
  const findings = [...before, ...(guard.addressProblem(url.hostname) ? [] : await probe(subject))];
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    ok: findings.every(({ ok }) => ok),
    findings,
  };
}

/** Each probe makes sense only after the previous one succeeded. */
async function probe(subject: Subject): Promise<Finding[]> {
  const { target, sample, deadline_ms } = subject;
  const connection = await probeConnection(target, { deadline_ms, now: sample.now() });
  if (connection.some(({ ok }) => !ok)) return connection;
  const answer = await probeAnswer(subject);
  if (!answer.ok) return [...connection, answer];
  return [...connection, answer, ...(await probeSignature(subject))];
}

function stateOf({ id, enabled, disabled_reason }: Endpoint): Finding[] {
  if (enabled) return [];
  const reasons = {
    by_hand: 'manually',
    gone: 'because it responded with 410',
    failing: 'because every attempt failed for 5 days',
  };
  return [
    warning('endpoint', {
      problem: 'switched_off',
      detail: `it was switched off ${reasons[disabled_reason ?? 'by_hand']}: nothing is sent to it`,
      fix: `when all is well: guichet webhooks enable ${id}`,
    }),
  ];
}

function addressFinding({ url, mode }: Endpoint, guard: AddressGuard, isDevelopment: boolean): Finding {
  const { hostname, protocol } = new URL(url);
  if (guard.addressProblem(hostname)) {
    return wrong('address', {
      problem: 'private_address',
      detail: `${hostname} is not an address on the public internet`,
      fix:
        'use a publicly reachable name; for development, guichet listen needs none; ' +
        'the person who runs this service can allow a network with WEBHOOK_ALLOWED_NETWORKS',
    });
  }
  if (protocol === 'https:' || isDevelopment || guard.isInside(hostname)) return fine('address', url);
  const explanation = {
    problem: 'not_encrypted',
    detail: `${url} is plain HTTP: anyone on the network path can read the webhooks`,
    fix: 'install a certificate on the server and use https:// in the URL',
  };
  return mode === 'live' ? wrong('address', explanation) : warning('address', explanation);
}
