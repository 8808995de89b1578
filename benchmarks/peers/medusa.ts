import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../start-service.ts';
import { end, type Peer, type Place, runOrMiss, untilAnswered } from './peer.ts';

const version = '2.21.2';
const needed = ['@medusajs/cli', '@medusajs/framework', '@medusajs/medusa'];

const config = `const { defineConfig } = require('@medusajs/framework/utils');
const http = { jwtSecret: 'bench', cookieSecret: 'bench', storeCors: '*', adminCors: '*', authCors: '*' };
module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL, databaseDriverOptions: { ssl: false }, http },
  admin: { disable: true },
});
`;

/** The shortest path to an authorized payment in Medusa's payment module. */
const route = `const { Modules } = require('@medusajs/framework/utils');
const money = { currency_code: 'xof', amount: 25000 };
exports.POST = async ({ scope }, response) => {
  const payments = scope.resolve(Modules.PAYMENT);
  const { id } = await payments.createPaymentCollections(money);
  const choice = { ...money, provider_id: 'pp_system_default', data: {}, context: {} };
  const session = await payments.createPaymentSession(id, choice);
  const { id: payment } = await payments.authorizePaymentSession(session.id, {});
  response.json({ payment });
};
`;

/** Installs Medusa with npm, and starts it. @throws NotHadError */
export async function startMedusa({ folder, database_url }: Place): Promise<Peer> {
  const home = join(folder, `medusa-${version}`);
  await mkdir(join(home, 'src/api/bench'), { recursive: true });
  await writeFile(join(home, 'medusa-config.js'), config);
  await writeFile(join(home, 'src/api/bench/route.js'), route);
  const script = join(home, 'node_modules/@medusajs/cli/cli.js');
  if (!existsSync(script)) {
    const dependencies = Object.fromEntries(needed.map((name) => [name, version]));
    await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const command = ['npm', 'install', '--no-audit', '--no-fund'] as const;
    await runOrMiss('npm could not install it', [...command], { cwd: home });
  }
  const env = { ...process.env, DATABASE_URL: database_url, NODE_ENV: 'production' };
  const migrate = [process.execPath, script, 'db:migrate'] as const;
  await runOrMiss('its database could not be made', [...migrate], { cwd: home, env });
  const port = await freePort();
  const words = [script, 'start', '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, words, { cwd: home, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => end(child);
  try {
    await untilAnswered('it', () => fetch(`${url}/bench`, { method: 'POST' }), 180_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    title: `Medusa ${version}, payment collection, session and authorisation`,
    pid: child.pid ?? 0,
    warm_s: 5,
    url,
    paths: ['/bench'],
    headers: {},
    body: {},
    stop,
  };
}
