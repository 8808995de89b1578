import {
  type Context,
  connect,
  default_session_hours,
  keptSecret,
  makeCheckoutTokens,
  makeReferences,
  makeSecretBox,
  sessionLimits,
} from '@guichet/core/platform';
import { makeAccounts, makeProviderHosts } from '@guichet/core/routing';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import type { Http } from '@guichet/operators/http/contract';
import { allOperations } from '../api-v1/operations.ts';
import type { Document } from './document.ts';
import { makeDocument } from './make-document.ts';

/**
 * A URL where nothing listens: a pool connects with its first query, and no query is needed to describe the
 * operations.
 */
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';

/** Makes the document of this version without a running service, for the file and the tests. */
export async function describeApi(): Promise<Document> {
  const { db, pool, close } = connect(nowhere, { connections_max: 1, onError: () => undefined });
  const clock = systemClock;
  const secrets = makeSecretBox('nothing is sealed with this');
  const public_url = 'http://localhost:3000';
  const hosts = makeProviderHosts([]);
  const http: Http = () => Promise.resolve({ kind: 'not_sent', cause: 'describing sends no requests' });
  const ctx: Context = {
    db,
    pool,
    clock,
    log: silentLog,
    secrets,
    tokens: makeCheckoutTokens(secrets),
    references: makeReferences(keptSecret({ db, secrets }, 'references')),
    connectors: new Map(),
    accounts: makeAccounts({ db, clock, secrets, http, hosts, public_url, providers: [] }),
    public_url,
    allow_local_addresses: false,
    webhook_networks: [],
    session_limits: sessionLimits(default_session_hours),
  };
  try {
    return makeDocument(allOperations(ctx));
  } finally {
    await close();
  }
}
