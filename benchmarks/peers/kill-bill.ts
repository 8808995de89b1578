import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../start-service.ts';
import { end, NotHadError, type Peer, type Place, runOrMiss, untilAnswered } from './peer.ts';

const version = '0.22.26';
const jetty = '9.4.57.v20241219';
const accounts = 64;

/** The modules whose tables Kill Bill needs. The functions of `util` that imitate MySQL are loaded before them. */
const parts = [
  ...['util', 'account', 'beatrix', 'catalog', 'entitlement', 'invoice', 'payment', 'subscription'],
  ...['tenant', 'usage'],
];
/** Packages of the JDK whose internals Kill Bill's libraries access. */
const opened = [
  ...['lang', 'lang.reflect', 'net', 'text', 'util', 'util.concurrent'].map(
    (name) => `java.base/java.${name}`,
  ),
  'java.base/sun.net.www.protocol.jar',
];
const tenant = { apiKey: 'bench', apiSecret: 'bench-secret' };
/** The administrator's headers, before a tenant exists. */
const admin = {
  authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
  'x-killbill-createdby': 'bench',
};
const headers = {
  ...admin,
  'x-killbill-apikey': tenant.apiKey,
  'x-killbill-apisecret': tenant.apiSecret,
};

/** Downloads Kill Bill and a servlet container from Maven Central, and starts them. @throws NotHadError */
export async function startKillBill(place: Place): Promise<Peer> {
  const home = join(place.folder, `kill-bill-${version}`);
  await mkdir(home, { recursive: true });
  await runOrMiss('java is not installed', ['java', '-version']);
  await runOrMiss('the jar command of a JDK is not installed', ['jar', '--version']);
  await supply(home);
  await makeTables(home, place.database_url);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('java', await javaWords(home, place.database_url, port), {
    cwd: home,
    stdio: 'ignore',
  });
  const stop = () => end(child);
  try {
    await untilAnswered('it', () => fetch(`${url}/1.0/kb/nodesInfo`, { headers: admin }), 300_000);
    const paths = await makeAccounts(url);
    return {
      title: `Kill Bill ${version}, one purchase with its external payment method`,
      pid: child.pid ?? 0,
      warm_s: 15,
      url,
      paths,
      headers,
      body: { transactionType: 'PURCHASE', amount: 25_000, currency: 'XOF' },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function supply(home: string): Promise<void> {
  const artifacts = [
    [`org.kill-bill.billing:killbill-profiles-killbill:${version}:war`, warOf(home)],
    [`org.eclipse.jetty:jetty-runner:${jetty}:jar`, jettyOf(home)],
  ] as const;
  for (const [artifact, file] of artifacts) {
    if (existsSync(file)) continue;
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${home}`] as const;
    await runOrMiss(`Maven could not get ${artifact}`, ['mvn', '--batch-mode', '--quiet', ...copy], {
      cwd: home,
    });
  }
  if (!existsSync(join(home, 'war/WEB-INF'))) {
    await mkdir(join(home, 'war'), { recursive: true });
    await runOrMiss('its war could not be unpacked', ['jar', 'xf', warOf(home)], { cwd: join(home, 'war') });
  }
}

const warOf = (home: string): string => join(home, `killbill-profiles-killbill-${version}.war`);
const jettyOf = (home: string): string => join(home, `jetty-runner-${jetty}.jar`);

/** Creates the tables with the SQL files in Kill Bill's libraries. */
async function makeTables(home: string, database_url: string): Promise<void> {
  const lib = join(home, 'war/WEB-INF/lib');
  const jars = await readdir(lib);
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const root = 'org/killbill/billing';
    const files = [
      ['util', `${root}/util/ddl-postgresql.sql`] as const,
      ...parts.map((part) => [part, `${root}/${part}/ddl.sql`] as const),
    ];
    for (const [part, path] of files) {
      const jar = jars.find((name) => name.startsWith(`killbill-${part}-`));
      if (jar === undefined) throw new NotHadError(`its war has no library ${part}`);
      await runOrMiss('its tables could not be read', ['jar', 'xf', join(lib, jar), path], { cwd: home });
      await client.query(await readFile(join(home, path), 'utf8'));
    }
  } finally {
    await client.end();
  }
}

async function javaWords(home: string, database_url: string, port: number): Promise<string[]> {
  const { hostname, port: database_port, pathname, username, password } = new URL(database_url);
  const database = [
    `url=jdbc:postgresql://${hostname}:${database_port}${pathname}`,
    `user=${username}`,
    `password=${password || 'none'}`,
  ];
  const settings = [
    ...database.map((line) => `org.killbill.dao.${line}`),
    ...database.map((line) => `org.killbill.billing.osgi.dao.${line}`),
    `org.killbill.osgi.bundle.install.dir=${join(home, 'bundles')}`,
    'org.killbill.server.multitenant=true',
    'org.killbill.server.updateCheck.skip=true',
    'org.killbill.catalog.uri=SpyCarAdvanced.xml',
  ];
  await writeFile(join(home, 'bench.properties'), `${settings.join('\n')}\n`);
  await writeFile(join(home, 'logback.xml'), '<configuration><root level="OFF"/></configuration>');
  return [
    ...['-Xms512m', '-Xmx2g', '-Duser.timezone=GMT'],
    ...opened.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    ...['--add-exports', 'java.base/sun.net.www.protocol.jar=ALL-UNNAMED'],
    `-Dorg.killbill.server.properties=file://${join(home, 'bench.properties')}`,
    `-Dlogback.configurationFile=${join(home, 'logback.xml')}`,
    '-Djava.security.egd=file:/dev/./urandom',
    ...['-jar', jettyOf(home), '--host', '127.0.0.1', '--port', String(port), 'war'],
  ];
}

/** Creates several accounts, because a payment locks its account. @returns the payment path of each account */
async function makeAccounts(url: string): Promise<string[]> {
  const post = async (path: string, body: object, as: Readonly<Record<string, string>> = headers) => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new NotHadError(`${path} responded with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  await post('/1.0/kb/tenants', tenant, admin);
  const paths: string[] = [];
  for (let number = 0; number < accounts; number++) {
    const made = await post('/1.0/kb/accounts', { name: `Customer ${number}`, currency: 'XOF' });
    const path = new URL(made.headers.get('location') ?? '', url).pathname;
    const method = { pluginName: '__EXTERNAL_PAYMENT__', pluginInfo: {} };
    await post(`${path}/paymentMethods?isDefault=true`, method);
    paths.push(`${path}/payments`);
  }
  return paths;
}
