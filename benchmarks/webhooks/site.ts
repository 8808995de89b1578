import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@guichet/core/platform';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import pg from 'pg';
import { type RunningService, startService } from '../start-service.ts';
import type { ReceiverAnswers } from './receiver.ts';
import { type Child, startChild } from './talk.ts';
import type { WriterAnswers } from './writer.ts';

/** The setup that every part of the measurement uses. All its processes share the machine. */
export interface Site {
  readonly data_dir: string;
  readonly ctx: Context;
  readonly client: pg.Client;
  readonly receiver: Child<ReceiverAnswers>;
  /** The port of the receiver. */
  readonly port: number;
  readonly writer: Child<WriterAnswers>;
  /** Restarts the service, so that no earlier measurement affects its memory. */
  restart(): Promise<RunningService>;
  close(): Promise<void>;
}

/** Opens a site with its own data folder, database, receiver and writer. */
export async function openSite(): Promise<Site> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-webhooks-'));
  // The first start creates the data folder.
  let service: RunningService | null = await startService(data_dir);
  const { ctx, close } = await compose(readConfig({ DATA_DIR: data_dir }), silentLog);
  const client = new pg.Client(ctx.pool.options);
  await client.connect();
  const receiver = startChild<ReceiverAnswers>('receiver.ts');
  const writer = startChild<WriterAnswers>('writer.ts');
  const port = await receiver.ask('port', null);
  return {
    data_dir,
    ctx,
    client,
    receiver,
    port,
    writer,
    restart: async () => {
      await service?.stop();
      service = null;
      service = await startService(data_dir);
      return service;
    },
    close: async () => {
      await Promise.all([receiver.stop(), writer.stop()]);
      await client.end();
      await close();
      await service?.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
