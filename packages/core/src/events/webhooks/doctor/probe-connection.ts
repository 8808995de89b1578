import { isIP } from 'node:net';
import { describeCertificate, explainCertificate } from './explain-certificate.ts';
import { explainConnection } from './explain-connection.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';
import { type Connection, type Failure, hostOf, openSocket, type Target } from './open-socket.ts';
import { showText } from './show-text.ts';

const day_ms = 24 * 60 * 60 * 1_000;
/** Automatic renewal happens a month before expiry, or after two thirds of a short validity. */
const soon_ms = 7 * day_ms;

/** Connects without sending anything, and reports how far that got. */
export async function probeConnection(
  target: Target,
  limits: { readonly deadline_ms: number; readonly now: Date },
): Promise<Finding[]> {
  const opened = await openSocket(target, AbortSignal.timeout(limits.deadline_ms));
  if ('stage' in opened) return findingsOfFailure(opened, target.url);
  opened.socket.destroy();
  const host = hostOf(target.url);
  const { address, connect_ms } = opened;
  return [
    fine('name', isIP(host) === 0 ? `${host} is ${address}` : `${host} is an address, not a name`),
    fine('connection', `connected in ${connect_ms} ms`),
    ...certificateFinding(opened, limits.now),
  ];
}

function findingsOfFailure(failure: Failure, url: URL): Finding[] {
  const host = hostOf(url);
  if (failure.stage === 'name') return [wrong('name', explainConnection(failure, url))];
  const name = fine('name', `${host} has an address`);
  if (failure.stage === 'connection') return [name, wrong('connection', explainConnection(failure, url))];
  return [name, fine('connection', 'connected'), wrong('certificate', explainCertificate(failure, url))];
}

function certificateFinding({ tls }: Connection, now: Date): Finding[] {
  if (!tls) return [];
  const shown = `${showText(tls.protocol)}, ${describeCertificate(tls.certificate)}`;
  const { valid_from, valid_to } = tls.certificate;
  const left_ms = valid_to.getTime() - now.getTime();
  const isShortLived = valid_to.getTime() - valid_from.getTime() < 4 * soon_ms;
  if (left_ms > soon_ms || isShortLived) return [fine('certificate', shown)];
  return [
    warning('certificate', {
      problem: 'certificate_expires_soon',
      detail: `${shown}: expires in ${Math.max(0, Math.floor(left_ms / day_ms))} days`,
      fix: 'renew it, and find out why it was not renewed automatically',
    }),
  ];
}
