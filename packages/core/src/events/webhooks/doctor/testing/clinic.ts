import type { RequestListener } from 'node:http';
import { systemClock } from '@guichet/kernel/clock';
import { commandOf } from '../../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../../test-support/database.ts';
import { createEndpoint } from '../../endpoints/create.ts';
import { type Examination, examineEndpoint } from '../examine.ts';
import { type Issued, issueCertificate } from './certificate.ts';
import { startNameServer } from './name-server.ts';
import { type Shop, startShop } from './shop.ts';

/** The deadline of webhooks during these examinations. */
export const deadline_ms = 3_000;

export interface Clinic {
  readonly ctx: TestContext<typeof systemClock>;
  readonly merchant_id: string;
  /** The certificate authority that the examinations trust. */
  readonly authority: Issued;
  /** The secret of the endpoint under examination. */
  secret(): string;
  /** Runs a receiver until the test ends. @returns its port */
  start(shop: Promise<Shop>): Promise<number>;
  /** Creates an endpoint and examines it. */
  examine(url: string, circumstances?: Circumstances): Promise<Examination>;
  /** Starts a receiver with this handler, creates an endpoint for it, and examines the endpoint. */
  examineShop(answer: RequestListener): Promise<Examination>;
  closeShops(): Promise<void>;
  close(): Promise<void>;
}

export interface Circumstances {
  readonly mode?: 'test' | 'live';
  readonly networks?: readonly string[];
  readonly is_development?: boolean;
  /** Runs between the creation of the endpoint and its examination. */
  readonly prepare?: (endpoint_id: string) => Promise<void>;
}

/** Opens an environment for examinations, with the real clock and its own name server and certificate authority. */
export async function openClinic(): Promise<Clinic> {
  const ctx = composeContext(await makeTestDatabase(), systemClock);
  const { merchant_id } = await makeCaller(ctx);
  const names = await startNameServer({
    'shop.example': '127.0.0.1',
    'inside.example': '10.1.2.3',
    'silent.example': null,
  });
  const authority = issueCertificate({ names: ['Authority of the test'], is_authority: true });
  const shops: Shop[] = [];
  let secret = '';
  const start = async (shop: Promise<Shop>): Promise<number> => {
    shops.push(await shop);
    return (await shop).port;
  };
  const examine = async (url: string, circumstances: Circumstances = {}): Promise<Examination> => {
    const { mode = 'test', networks = ['127.0.0.0/8'], is_development = true, prepare } = circumstances;
    const made = await createEndpoint(
      { ...ctx, webhook_networks: ['0.0.0.0/0'] },
      commandOf(merchant_id, mode),
      { url },
    );
    secret = made.secret;
    await prepare?.(made.id);
    return examineEndpoint(
      { ...ctx, webhook_networks: networks, allow_local_addresses: is_development },
      commandOf(merchant_id, mode),
      made.id,
      { deadline_ms, ca: [authority.cert], resolve: { name_servers: [names.address], timeout_ms: 500 } },
    );
  };
  return {
    ctx,
    merchant_id,
    authority,
    secret: () => secret,
    start,
    examine,
    examineShop: async (answer) => examine(`http://shop.example:${await start(startShop(answer))}/hook`),
    closeShops: async () => {
      for (const shop of shops.splice(0)) await shop.close();
    },
    close: async () => {
      await names.close();
      await ctx.database.close();
    },
  };
}

/** Lists findings with a problem, as `probe: problem`; those that are not ok end in `!`. */
export function problemsOf({ findings }: Examination): string[] {
  return findings.flatMap(({ ok, probe, problem }) =>
    problem === null ? [] : [`${probe}: ${problem}${ok ? '' : '!'}`],
  );
}
